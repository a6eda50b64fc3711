// The contract as data: what openapi.json says, with references resolved, in the few shapes the server asks for.
// Everything else about the API (types, limits, problems) is derived from here, never written down again.
import { readFileSync } from 'node:fs'

/** The part of a JSON Schema that the server itself looks at; validators read the rest. */
export interface Schema {
  type?: string
  const?: unknown
  default?: unknown
  pattern?: string
  maximum?: number
  properties?: Record<string, Schema | Reference>
  allOf?: (Schema | Reference)[]
  [keyword: string]: unknown
}

export interface Parameter {
  name: string
  in: 'query' | 'path' | 'header'
  required?: boolean
  schema: Schema | Reference
}

export interface Header {
  required?: boolean
  schema: Schema | Reference
}

export interface Response {
  description: string
  headers?: Record<string, Header | Reference>
  content?: Record<string, { schema: Schema | Reference; examples?: Record<string, unknown> }>
}

interface OperationObject {
  operationId: string
  security?: Record<string, string[]>[]
  parameters?: (Parameter | Reference)[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema | Reference }> }
  responses: Record<string, Response | Reference>
}

export interface Reference {
  $ref: string
}

type PathItem = { parameters?: (Parameter | Reference)[] } & Partial<Record<Method, OperationObject>>

export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
export type Method = (typeof methods)[number]

export interface Document {
  openapi: string
  info: { title: string; version: string; description: string }
  paths: Record<string, PathItem>
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> }
  'x-http-responses': Record<string, Response | Reference>
  'x-limits': { bodyBytes: number; headBytes: number; targetBytes: number; idempotencyKeyHours: number }
}

/** The contract as JSON, made by `make generate`; the lint has already shown that it is of this shape. */
export const document: Document = JSON.parse(
  readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'),
)

export const limits = document['x-limits']

/** Follows `$ref`s, which point into this document only, until there is an object. */
export function resolve<T extends object>(node: T | Reference): T {
  if (!isReference(node)) return node
  const keys = node.$ref.slice('#/'.length).split('/')
  // On the way to where a reference points there are objects only.
  const target = keys.reduce<unknown>(
    (at, key) => (at as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  )
  // The lint refuses a reference to nothing and to an object of another kind, so the target is a T.
  return resolve(target as T | Reference)
}

function isReference(node: object): node is Reference {
  return '$ref' in node
}
