// OpenAPI 3.1 as the generators read it, with the fields of this project.

import type { Product as ProductData } from '../../core/contract/contract.ts'

export interface ProductModel extends ProductData {
  /** Authority of the tag URIs of problem types (RFC 4151, 2.1). */
  authority: string
}

export type MaybeReference<T> = T | { $ref: string }

export interface Document {
  info: {
    title: string
    version: string
    summary?: string
    description?: string
    license?: { name: string; identifier?: string }
  }
  tags: { name: string; description?: string }[]
  paths: Record<string, { parameters?: MaybeReference<Parameter>[] } & Record<string, OperationObject>>
  components: {
    parameters?: Record<string, MaybeReference<Parameter>>
    responses?: Record<string, MaybeReference<Response>>
    schemas: Record<string, Schema>
    securitySchemes?: Record<string, { type?: string; description?: string }>
  }
  'x-http-responses'?: Record<string, MaybeReference<Response>>
  'x-problems'?: Record<string, { status: number }>
  'x-limits': Record<string, number>
  /** Names of headers that scripts of other origins can read. */
  'x-exposed-headers': string[]
  'x-product': ProductModel
}

interface Deprecatable {
  /** Dates like 2026-11-22, each meaning midnight UTC. The lint requires them where `deprecated` is true. */
  'x-deprecation'?: { since: string; sunset: string }
}

export interface OperationObject extends Deprecatable {
  operationId?: string
  tags?: string[]
  summary: string
  description: string
  security?: Record<string, string[]>[]
  servers?: { url: string; description?: string }[]
  parameters?: MaybeReference<Parameter>[]
  requestBody?: MaybeReference<RequestBody>
  responses: Record<string, MaybeReference<Response>>
  'x-conditions'?: string[]
  'x-idempotency-key'?: true
  'x-paging'?: true
  'x-count'?: true
  /** Statuses of common responses that the operation does not have. */
  'x-without-responses'?: string[]
  /** What the deletion of an item does with its children. Default: refuse. */
  'x-children'?: 'cascade' | 'refuse'
  /** Values of properties that a creation does not name. Only in the published document. */
  'x-defaults'?: Record<string, unknown>
}

export interface RequestBody {
  required?: boolean
  content: Record<string, MediaType>
}

export interface MediaType {
  /** Schema of the values. Default: any value is valid. */
  schema?: MaybeReference<Schema>
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
  schema: MaybeReference<Schema>
  content?: Record<string, MediaType & { schema: MaybeReference<Schema> }>
  examples?: Examples
  /** Field that a query parameter of a list filters: by its value, or by its least or greatest value. */
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
  headers?: Record<string, MaybeReference<Header>>
  content?: Record<string, MediaType>
}

export interface Header {
  description?: string
  required?: boolean
  schema: MaybeReference<Schema>
  example?: unknown
}

export type Examples = Record<string, MaybeReference<{ value: unknown }>>

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
  items?: MaybeReference<Schema>
  allOf?: MaybeReference<Schema>[]
  oneOf?: MaybeReference<Schema>[]
  anyOf?: MaybeReference<Schema>[]
  const?: unknown
  enum?: unknown[]
  default?: unknown
  properties?: Record<string, MaybeReference<Schema>>
  additionalProperties?: unknown
  'x-role'?: 'id' | 'created' | 'updated'
  /** Continues the sentence that starts with the name of a field that does not match the pattern. */
  'x-pattern-message'?: string
}
