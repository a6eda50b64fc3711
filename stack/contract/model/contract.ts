// A contract in one document, with the parameters and responses of each operation resolved.

import type { CredentialData } from '../../core/contract/contract.ts'
import type { Warning } from '../finding.ts'
import { flattenAllOf, joinedScalar } from './all-of.ts'
import { basePaths } from './base-paths.ts'
import { escapeKey, getKeys, mapped, replaced, toNode, valueAt } from './node.ts'
import type {
  Document,
  Header,
  MaybeReference,
  OperationObject,
  Parameter,
  RequestBody,
  Response,
  Schema,
} from './openapi.ts'
import { isIgnored } from './operations.ts'
import { getSecurity } from './security.ts'

/** An operation with what its path, its references and the whole contract say of it. */
export interface OperationModel extends Omit<OperationObject, 'parameters' | 'requestBody' | 'responses'> {
  /** Operation of the document, with references. */
  object: OperationObject
  id: string
  /** HTTP method in lower case. */
  method: string
  path: string
  pointer: string
  /** The paths of its servers. */
  bases: string[]
  /** The alternatives that the service can verify. */
  alternatives: CredentialData[][] | undefined
  /** Whether the service evaluates If-Match and the like. */
  evaluatesConditions: boolean
  takesIdempotencyKey: boolean
  scopes: string[]
  needsToken: boolean
  /** Parameters, with those that the path has for all operations. */
  parameters: (Parameter & { pointer: string })[]
  requestBody: RequestBody | undefined
  responses: ResponseEntry[]
}

export interface ResponseEntry {
  /** `404`, `4XX` or `default`. */
  code: string
  /** The lowest status of a range; 500 for `default`. */
  status: number
  /** The component, such as `NotFound`, or else the operation and the status, such as listRooms200. */
  name: string
  pointer: string
  response: Response
  headers: HeaderEntry[]
}

export interface HeaderEntry extends Header {
  name: string
  /** The component, or else the response and the header. */
  validator: string
  pointer: string
}

/** What a standard method gets from common.yaml, for a hand-written contract that nothing has completed yet. */
export interface StackDefaults {
  /** The greatest `limit` of a list that has no such parameter of its own. */
  maxLimit: number
  /** Names of the headers that the stack sends with a response. */
  sentHeaders: (operation: OperationModel, response: ResponseEntry) => ReadonlySet<string>
}

interface Origin {
  source?: ContractModel
  stackDefaults?: (source: ContractModel) => StackDefaults
  warnings?: readonly Warning[]
}

/** A hand-written contract, or the complete one. Do not change the document: all phases share it. */
export class ContractModel {
  readonly document: Document
  /** File and line of a JSON Pointer into the document, or of the closest part around it. */
  readonly locate: (pointer: string) => string
  /** The hand-written contract; this contract itself, unless it is a complete one. */
  readonly source: ContractModel
  readonly stackDefaults: StackDefaults | undefined
  /** What the reader has read in another way than it is written. */
  readonly warnings: readonly Warning[]
  readonly operations: readonly OperationModel[]
  /** The path of the first server, without a slash at the end. */
  readonly basePath: string
  readonly httpResponses: readonly ResponseEntry[]
  /** Responses of all operations and of any request, by name. */
  readonly responses: ReadonlyMap<string, ResponseEntry>
  /** Whole schemas by their reference. Nothing changes them. */
  readonly #whole = new Map<string, Schema>()

  constructor(
    document: Document,
    locate: ContractModel['locate'],
    { source, stackDefaults, warnings = [] }: Origin = {},
  ) {
    this.document = document
    this.locate = locate
    this.source = source ?? this
    this.warnings = warnings
    const sourceOperations = new Map(source?.operations.map((operation) => [operation.pointer, operation.object]))
    this.operations = Object.entries(document.paths).flatMap(([path, { parameters = [], ...item }]) =>
      Object.entries(item).flatMap(([method, operation]) => {
        const { operationId: id } = operation
        if (id === undefined) return [] // another field of a path item
        const pointer = `/paths/${escapeKey(path)}/${method}`
        const security = getSecurity(toNode(document), toNode(operation))
        const origin = sourceOperations.get(pointer) ?? operation
        return {
          ...operation,
          object: operation,
          id,
          method,
          path,
          pointer,
          bases: basePaths(toNode(operation), toNode(item), toNode(document)),
          alternatives: security,
          evaluatesConditions: origin['x-conditions'] !== undefined,
          takesIdempotencyKey: origin['x-idempotency-key'] === true,
          scopes: [...new Set(security?.flat().flatMap((credential) => credential.scopes))],
          needsToken: security !== undefined,
          parameters: [
            ...this.#parameters(parameters, `/paths/${escapeKey(path)}`),
            ...this.#parameters(operation.parameters ?? [], pointer),
          ],
          requestBody: operation.requestBody && this.resolve(operation.requestBody),
          responses: this.getResponses(operation.responses, `${pointer}/responses`, id),
        }
      }),
    )
    this.basePath = basePaths(toNode(document))[0] ?? ''
    this.httpResponses = this.getResponses(document['x-http-responses'] ?? {}, '/x-http-responses', 'http')
    const all = [...this.operations.flatMap(({ responses }) => responses), ...this.httpResponses]
    this.responses = new Map(all.map((response) => [response.name, response]))
    this.stackDefaults = stackDefaults?.(this)
  }

  /** Follows a reference. `danglingReferences` has refused one that points to nothing. */
  resolve<T extends object>(node: MaybeReference<T>): T {
    if (!('$ref' in node)) return node
    return this.resolve(Object(valueAt(this.document, node.$ref)))
  }

  /** The schema with its references resolved, except those that lead back to a schema around them. */
  dereference(schema: unknown, ancestors: readonly string[] = []): Schema {
    const { $ref: reference, ...siblings } = toNode(schema)
    const isKnown = typeof reference === 'string' && ancestors.length === 0
    if (isKnown && this.#whole.has(reference)) return { ...this.#whole.get(reference), ...siblings }
    const resolvedSchema = this.#resolvedSchema(schema, ancestors)
    if (isKnown && Object.keys(siblings).length === 0) this.#whole.set(reference, resolvedSchema)
    return resolvedSchema
  }

  #resolvedSchema(schema: unknown, ancestors: readonly string[]): Schema {
    return replaced(schema ?? {}, (node) => {
      const { $ref, ...siblings } = toNode(node)
      if (typeof $ref !== 'string' || ancestors.includes($ref)) return node
      return { ...this.dereference(this.resolve({ $ref }), [...ancestors, $ref]), ...siblings }
    })
  }

  /** The whole schema, with the properties of its `allOf` in one place if that is possible. */
  objectSchema(schema: MaybeReference<Schema> | undefined): Schema {
    return flattenAllOf(this.dereference(schema))
  }

  /** The properties of a schema, with their references resolved, and the keywords of an `allOf` in one place. */
  getProperties(schema: MaybeReference<Schema> | undefined): Record<string, Schema> {
    const { properties = {} } = this.objectSchema(schema)
    // References in a whole schema are resolved.
    return mapped(properties as Record<string, Schema>, joinedScalar)
  }

  /** Returns the parameters that OpenAPI does not ignore. */
  #parameters(references: MaybeReference<Parameter>[], owner: string) {
    return references.flatMap((reference, index) => {
      const parameter = this.resolve(reference)
      if (isIgnored(parameter)) return []
      const [media] = Object.values(parameter.content ?? {})
      const { schema } = media ?? parameter
      return { ...media, ...parameter, schema, pointer: `${owner}/parameters/${index}` }
    })
  }

  /** @param owner The start of the name of a response that is no component. */
  getResponses(responses: Record<string, MaybeReference<Response>>, parent: string, owner = ''): ResponseEntry[] {
    return Object.entries(responses).map(([code, reference]) => {
      const name = '$ref' in reference ? targetName(reference) : `${owner}${code}`
      const pointer = '$ref' in reference ? reference.$ref.slice(1) : `${parent}/${code}`
      const response = this.resolve(reference)
      const headers = Object.entries(response.headers ?? {}).map(([header, definition]) => ({
        ...this.resolve(definition),
        name: header,
        validator: '$ref' in definition ? targetName(definition) : `${name} ${header}`,
        pointer: '$ref' in definition ? definition.$ref.slice(1) : `${pointer}/headers/${escapeKey(header)}`,
      }))
      const status = code === 'default' ? 500 : Number(code.replace(/XX$/i, '00'))
      return { code, status, name, pointer, response, headers }
    })
  }
}

/** What the service sets a field of an item to. */
export function getRole(name: string, schema: Schema): Schema['x-role'] {
  return schema['x-role'] ?? (name === 'id' ? 'id' : undefined)
}

export function targetName({ $ref }: { $ref: string }): string {
  return getKeys($ref).at(-1) ?? ''
}
