// A contract in one document, with the parameters and responses of each operation resolved.

import type { CredentialData } from '../../core/contract/contract.ts'
import type { Warning } from '../finding.ts'
import { flattenAllOf, flattenScalar } from './all-of.ts'
import { basePaths } from './base-paths.ts'
import { escapeKey, getKeys, mapValues, replaceDeep, toNode, valueAt } from './node.ts'
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
import { isIgnoredHeader } from './operations.ts'
import { getSecurity } from './security.ts'

/** An operation with its references resolved, and with what its path and the document add. */
export interface OperationModel extends Omit<OperationObject, 'parameters' | 'requestBody' | 'responses'> {
  /** The Operation Object of the document, with references. */
  object: OperationObject
  id: string
  /** HTTP method in lower case. */
  method: string
  path: string
  pointer: string
  /** The paths of its servers. */
  bases: string[]
  /** Security alternatives that the service can verify. */
  alternatives: CredentialData[][] | undefined
  /** Whether the service evaluates preconditions, such as If-Match. */
  evaluatesConditions: boolean
  takesIdempotencyKey: boolean
  scopes: string[]
  needsToken: boolean
  /** Parameters, including those of the path. */
  parameters: (Parameter & { pointer: string })[]
  requestBody: RequestBody | undefined
  responses: ResponseEntry[]
}

export interface ResponseEntry {
  /** `404`, `4XX` or `default`. */
  code: string
  /** The lowest status of a range; 500 for `default`. */
  status: number
  /** Name of the component, such as `NotFound`, or else the operation and the status, such as listRooms200. */
  name: string
  pointer: string
  response: Response
  headers: HeaderEntry[]
}

export interface HeaderEntry extends Header {
  name: string
  /** Key of the validator: the component, or else the response and the header. */
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

/** A hand-written contract, or a resolved spec. Do not change the document: all phases share it. */
export class ContractModel {
  readonly document: Document
  /** File and line of a JSON Pointer into the document, or of the closest part around it. */
  readonly locate: (pointer: string) => string
  /** The hand-written contract. It is this contract itself, unless this is a resolved spec. */
  readonly source: ContractModel
  readonly stackDefaults: StackDefaults | undefined
  /** Warnings about parts that the reader has changed or ignored. */
  readonly warnings: readonly Warning[]
  readonly operations: readonly OperationModel[]
  /** The path of the first server, without a slash at the end. */
  readonly basePath: string
  readonly httpResponses: readonly ResponseEntry[]
  /** Responses of all operations and of any request, by name. */
  readonly responses: ReadonlyMap<string, ResponseEntry>
  /** Dereferenced schemas by reference. Nothing changes them. */
  readonly #dereferenced = new Map<string, Schema>()

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
        if (id === undefined) return [] // not an operation
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
    const responses = [...this.operations.flatMap(({ responses }) => responses), ...this.httpResponses]
    this.responses = new Map(responses.map((response) => [response.name, response]))
    this.stackDefaults = stackDefaults?.(this)
  }

  /** Follows a reference. `danglingReferences` has reported those that lead nowhere. */
  resolve<T extends object>(node: MaybeReference<T>): T {
    if (!('$ref' in node)) return node
    return this.resolve(Object(valueAt(this.document, node.$ref)))
  }

  /** Returns a schema with its references resolved, except those to a schema around them. */
  dereference(schema: unknown, ancestors: readonly string[] = []): Schema {
    const { $ref: reference, ...siblings } = toNode(schema)
    const isCacheable = typeof reference === 'string' && ancestors.length === 0
    if (isCacheable && this.#dereferenced.has(reference)) return { ...this.#dereferenced.get(reference), ...siblings }
    const resolvedSchema = this.#replaceReferences(schema, ancestors)
    if (isCacheable && Object.keys(siblings).length === 0) this.#dereferenced.set(reference, resolvedSchema)
    return resolvedSchema
  }

  #replaceReferences(schema: unknown, ancestors: readonly string[]): Schema {
    return replaceDeep(schema ?? {}, (node) => {
      const { $ref, ...siblings } = toNode(node)
      if (typeof $ref !== 'string' || ancestors.includes($ref)) return node
      return { ...this.dereference(this.resolve({ $ref }), [...ancestors, $ref]), ...siblings }
    })
  }

  /** Returns the dereferenced schema, with `allOf` flattened if its parts are mergeable. */
  objectSchema(schema: MaybeReference<Schema> | undefined): Schema {
    return flattenAllOf(this.dereference(schema))
  }

  /** Returns the dereferenced properties of a schema, each with `allOf` flattened if possible. */
  getProperties(schema: MaybeReference<Schema> | undefined): Record<string, Schema> {
    const { properties = {} } = this.objectSchema(schema)
    // Dereferenced, except recursive references.
    return mapValues(properties as Record<string, Schema>, flattenScalar)
  }

  /** Returns the parameters that OpenAPI does not ignore. */
  #parameters(references: MaybeReference<Parameter>[], parent: string) {
    return references.flatMap((reference, index) => {
      const parameter = this.resolve(reference)
      if (isIgnoredHeader(parameter)) return []
      const [media] = Object.values(parameter.content ?? {})
      const { schema } = media ?? parameter
      return { ...media, ...parameter, schema, pointer: `${parent}/parameters/${index}` }
    })
  }

  /** @param namePrefix Prefix of the name of a response that is no component. */
  getResponses(responses: Record<string, MaybeReference<Response>>, parent: string, namePrefix = ''): ResponseEntry[] {
    return Object.entries(responses).map(([code, reference]) => {
      const name = '$ref' in reference ? targetName(reference) : `${namePrefix}${code}`
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

/** Returns the role of a field that the service sets; `undefined` for other fields. */
export function getRole(name: string, schema: Schema): Schema['x-role'] {
  return schema['x-role'] ?? (name === 'id' ? 'id' : undefined)
}

export function targetName({ $ref }: { $ref: string }): string {
  return getKeys($ref).at(-1) ?? ''
}
