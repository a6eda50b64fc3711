// The contract as the makers of run-time tables read it: parsed, and with references followed. It is one file, so every
// reference is to a place within it.

import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'

export interface Document {
  paths: Record<string, { parameters?: Reference<Parameter>[] } & Record<string, Operation>>
  components: { responses: Record<string, Response> }
  'x-http-responses': Record<string, Reference<Response>>
  'x-limits': Record<string, number>
}

export interface Operation {
  operationId?: string
  security?: Record<string, string[]>[]
  parameters?: Reference<Parameter>[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, Reference<Response>>
}

export interface Parameter {
  name: string
  in: 'query' | 'header' | 'path'
  required?: boolean
  allowEmptyValue?: boolean
  allowReserved?: boolean
  schema: Reference<Schema>
}

export interface Response {
  headers?: Record<string, Reference<Header>>
  content?: Record<string, { examples?: Record<string, Reference<{ value: unknown }>> }>
}

export interface Header {
  required?: boolean
  schema: Reference<Schema>
  example?: unknown
}

export interface Schema {
  type?: string
  const?: unknown
}

export type Reference<T> = T | { $ref: string }

/** An operation with what the path it is at has for all its operations. */
export interface Placed {
  id: string
  operation: Operation
  parameters: Parameter[]
}

export async function readDocument(contract: string): Promise<Document> {
  return parse(await readFile(contract, 'utf8'))
}

export function operationsOf(document: Document): Placed[] {
  return Object.values(document.paths).flatMap(({ parameters: shared = [], ...item }) =>
    Object.values(item).flatMap((operation) => {
      if (operation.operationId === undefined) return [] // something else that a path may have
      const parameters = [...shared, ...(operation.parameters ?? [])].map((one) => resolved(document, one))
      return { id: operation.operationId, operation, parameters }
    }),
  )
}

export function resolved<T extends object>(document: Document, node: Reference<T>): T {
  if (!('$ref' in node)) return node
  const [, ...names] = node.$ref.split('/')
  // That there is a T is what the lint of the contract has seen to.
  return names.reduce<object>((found, name) => Object(Reflect.get(found, name)), document) as T
}

/** A schema with all references within it followed. */
export function wholeSchema(document: Document, schema: unknown): object {
  const whole = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(whole)
    if (typeof node !== 'object' || node === null) return node
    const { $ref, ...rest }: { $ref?: string } = node
    const target = $ref === undefined ? {} : whole(resolved(document, { $ref }))
    return Object.assign(
      {},
      target,
      Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, whole(value)])),
    )
  }
  return Object(whole(schema))
}
