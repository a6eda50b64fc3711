// The contract as every generator reads it: one file, with the parameters and responses of each operation resolved.

import type { Product as ProductData } from '../../core/contract/contract-data.ts'
import type { Common } from '../complete/common.ts'
import type { Warning } from '../finding.ts'
import { joinedScalar, joinedSchema } from './all-of.ts'
import { basePaths } from './base-paths.ts'
import { escapeKey, getKeys, mapped, type Node, replaced, toNode, valueAt } from './node.ts'
import { getSecurity } from './security.ts'

/** What a person wrote, and what is added to it. */
export interface Written {
  own: Node
  common: Common
  /** File and line of a JSON Pointer into it. */
  locate: (pointer: string) => string
  /** What is read in another way than it is written. */
  warnings: Warning[]
}

export interface Product extends ProductData {
  /** Of the tag URIs of problem types (RFC 4151, 2.1). */
  authority: string
}

export type Reference<T> = T | { $ref: string }

export interface Document {
  info: {
    title: string
    version: string
    summary?: string
    description?: string
    license?: { name: string; identifier?: string }
  }
  servers: { url: string; description?: string }[]
  security?: Record<string, string[]>[]
  tags: { name: string; description?: string }[]
  paths: Record<string, { parameters?: Reference<Parameter>[] } & Record<string, OperationObject>>
  components: {
    headers: Record<string, Header>
    schemas: Record<string, Schema>
    securitySchemes?: Record<string, { type?: string; description?: string }>
  }
  'x-http-responses': Record<string, Reference<Response>>
  'x-limits': Record<string, number>
  /** Names of headers that scripts of other origins can read. */
  'x-exposed-headers': string[]
  'x-product': Product
}

interface Deprecatable {
  /** Dates like 2026-11-22, each meaning midnight UTC. The lint requires them where `deprecated` is true. */
  'x-deprecation'?: { since: string; sunset: string }
}

interface OperationObject extends Deprecatable {
  operationId?: string
  tags?: string[]
  summary: string
  description: string
  deprecated?: boolean
  security?: Record<string, string[]>[]
  servers?: { url: string; description?: string }[]
  parameters?: Reference<Parameter>[]
  requestBody?: { required?: boolean; content: Record<string, MediaType> }
  responses: Record<string, Reference<Response>>
  /** What the deletion of an item does with its children. Default: refuse. */
  'x-children'?: 'cascade' | 'refuse'
  /** Only in the published document: the values of properties that a creation does not name. */
  'x-defaults'?: Record<string, unknown>
}

export interface MediaType {
  /** Without it, any value is valid. */
  schema?: Reference<Schema>
  encoding?: Record<string, { contentType?: string; style?: string; explode?: boolean }>
  examples?: Examples
  example?: unknown
}

export interface Parameter extends Deprecatable {
  name: string
  deprecated?: boolean
  in: 'query' | 'header' | 'path' | 'cookie'
  description?: string
  allowEmptyValue?: boolean
  required?: boolean
  style?: string
  explode?: boolean
  schema: Reference<Schema>
  content?: Record<string, MediaType & { schema: Reference<Schema> }>
  examples?: Examples
  /** Of a query parameter of a list: the field that has the value, or the least or the greatest value. */
  'x-filter'?: string
  'x-min'?: string
  'x-max'?: string
  /** The values of its enum are fields to sort by. */
  'x-sort'?: true
  'x-search'?: string[]
  'x-count'?: true
  example?: unknown
}

export interface Response {
  description: string
  headers?: Record<string, Reference<Header>>
  content?: Record<string, MediaType>
}

export interface Header {
  description?: string
  required?: boolean
  schema: Reference<Schema>
  example?: unknown
}

export type Examples = Record<string, Reference<{ value: unknown }>>

export interface Schema extends Deprecatable {
  type?: string | string[]
  description?: string
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  required?: string[]
  readOnly?: boolean
  writeOnly?: boolean
  items?: Reference<Schema>
  allOf?: Reference<Schema>[]
  oneOf?: Reference<Schema>[]
  anyOf?: Reference<Schema>[]
  const?: unknown
  enum?: unknown[]
  default?: unknown
  properties?: Record<string, Reference<Schema>>
  additionalProperties?: unknown
  'x-role'?: 'id' | 'created' | 'updated'
  /** Goes on after the name of a field that does not match the pattern. */
  'x-pattern-message'?: string
}

/** An operation with its place, and with the parameters that its path has for all operations. */
export type Operation = Contract['operations'][number]
export type ResponseEntry = Contract['httpResponses'][number]
export type HeaderEntry = ResponseEntry['headers'][number]

/** The complete contract. Do not change the document: all generators share it. */
export class Contract {
  readonly document: Document
  /** File and line of a JSON Pointer in the hand-written contract, or of the closest part around it. */
  readonly locate: (pointer: string) => string
  /** Absent in a changed copy. */
  readonly written: Written | undefined
  readonly operations
  /** The path of the first server, without a slash at the end. */
  readonly basePath: string
  readonly httpResponses
  readonly responses
  /** Whole schemas by their reference. Nothing changes them. */
  readonly #whole = new Map<string, Schema>()

  constructor(document: Document, locate: (pointer: string) => string, written?: Written) {
    this.document = document
    this.locate = locate
    this.written = written
    this.operations = Object.entries(document.paths).flatMap(([path, { parameters = [], ...item }]) =>
      Object.entries(item).flatMap(([method, operation]) => {
        const { operationId: id } = operation
        if (id === undefined) return [] // another field of a path item
        const pointer = `/paths/${escapeKey(path)}/${method}`
        const security = getSecurity(toNode(document), toNode(operation))
        const own = toNode(toNode(toNode(written?.own.paths)[path])[method])
        return {
          ...operation,
          id,
          method, // lower case, as in the document
          path,
          pointer,
          place: locate(pointer),
          bases: basePaths(toNode(operation), toNode(item), toNode(document)),
          alternatives: security,
          evaluatesConditions: 'x-conditions' in own, // otherwise, If-Match is like any other header
          keepsKey: own['x-idempotency-key'] === true,
          scopes: [...new Set(security?.flat().flatMap((one) => one.scopes))],
          needsToken: security !== undefined,
          parameters: [
            ...this.#parameters(parameters, `/paths/${escapeKey(path)}`),
            ...this.#parameters(operation.parameters ?? [], pointer),
          ],
          responses: this.#entries(operation.responses, id),
        }
      }),
    )
    this.basePath = basePaths(toNode(document))[0] ?? ''
    this.httpResponses = this.#entries(document['x-http-responses'], 'http')
    const all = [...this.operations.flatMap(({ responses }) => responses), ...this.httpResponses]
    this.responses = new Map(all.map((one) => [one.name, one]))
  }

  /** Follows a reference; the contract's lint refuses one that points to nothing. */
  resolve<T extends object>(node: Reference<T>): T {
    if (!('$ref' in node)) return node
    return this.resolve(Object(valueAt(this.document, node.$ref)))
  }

  /** The schema with its references resolved, except those that lead back to a schema around them. */
  wholeSchema(schema: unknown, above: readonly string[] = []): Schema {
    const { $ref: named, ...beside } = toNode(schema)
    const isKnown = typeof named === 'string' && above.length === 0
    if (isKnown && this.#whole.has(named)) return { ...this.#whole.get(named), ...beside }
    const found = this.#resolvedSchema(schema, above)
    if (isKnown && Object.keys(beside).length === 0) this.#whole.set(named, found)
    return found
  }

  #resolvedSchema(schema: unknown, above: readonly string[]): Schema {
    return replaced(schema ?? {}, (node) => {
      const { $ref, ...own } = toNode(node)
      if (typeof $ref !== 'string' || above.includes($ref)) return node
      return { ...this.wholeSchema(this.resolve({ $ref }), [...above, $ref]), ...own }
    })
  }

  /** The whole schema, with the properties of its `allOf` in one place if that is possible. */
  objectSchema(schema: Reference<Schema> | undefined): Schema {
    return joinedSchema(this.wholeSchema(schema))
  }

  /** The properties of a schema, with their references resolved, and the keywords of an `allOf` in one place. */
  getProperties(schema: Reference<Schema> | undefined): Record<string, Schema> {
    const { properties = {} } = this.objectSchema(schema)
    // References in a whole schema are resolved.
    return mapped(properties as Record<string, Schema>, joinedScalar)
  }

  #parameters(references: Reference<Parameter>[], owner: string) {
    return references.map((reference, index) => {
      const parameter = this.resolve(reference)
      const [media] = Object.values(parameter.content ?? {})
      const { schema } = media ?? parameter
      return { ...media, ...parameter, schema, pointer: `${owner}/parameters/${index}` }
    })
  }

  #entries(responses: Record<string, Reference<Response>>, owner: string) {
    return Object.entries(responses).map(([status, reference]) => {
      // The component, such as `NotFound`, or else the operation and the status, such as `listRooms200`.
      const name = '$ref' in reference ? targetName(reference) : `${owner}${status}`
      const response = this.resolve(reference)
      const headers = Object.entries(response.headers ?? {}).map(([header, one]) => {
        // The component, or else the response and the header.
        return { ...this.resolve(one), name: header, validator: '$ref' in one ? targetName(one) : `${name} ${header}` }
      })
      // A range has the status of its start, and a default that of an error.
      const number = status === 'default' ? 500 : Number(status.replace(/XX$/i, '00'))
      return { code: status, status: number, name, response, headers }
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
