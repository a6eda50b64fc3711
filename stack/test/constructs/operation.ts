// Operations for the contracts of constructs, in YAML, and their requests.
import { expect } from 'vitest'
import type { Call } from '../../core/pipeline/pipeline.ts'
import type { ClientCall, Exchange } from './construct.ts'

export const ref = (name: string) => `{ $ref: '#/components/schemas/${name}' }`

/** The content of a body. @param schema In YAML. */
export const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`

/** A body that a request must have. */
export const takes = (schema: string) => `requestBody: { required: true, ${json(schema)} }`

/** The only success of an operation. */
export const returns = (schema: string, status = 200) =>
  `responses: { '${status}': { description: A success., ${json(schema)} } }`

export const returnsList = (name: string) => returns(`{ type: array, items: ${ref(name)} }`)

export const returnsNothing = "responses: { '204': { description: Done. } }"

/** For an operation that returns its input. */
export const echo = returns('{ type: object, additionalProperties: true }')

/** A GET that returns its parameters. */
export function operation(id: string, ...parameters: string[]): string {
  return `{ operationId: ${id}, parameters: [${parameters.join(', ')}], ${echo} }`
}

/** The parameter of a path. */
export const inPath = (name: string, schema: string) => `{ name: ${name}, in: path, required: true, schema: ${schema} }`

/** POSTs that return their bodies. @param schemas By operationId, in YAML. @returns Their paths, and their handlers. */
export function echoes(schemas: Record<string, string>) {
  const all = Object.entries(schemas)
  const paths = all.map(([id, schema]) => {
    return `\n  /${id}: { post: { operationId: ${id}, ${takes(schema)}, ${returns(schema)} } }`
  })
  const handlers = all.map(([id]) => [id, async ({ body }: Call) => ({ status: 200, body })] as const)
  return { paths: paths.join(''), handlers: Object.fromEntries(handlers) }
}

/** A GET, and a part of its response. */
export function get(name: string, path: string, receive: Exchange['receive'], headers = {}): Exchange {
  return { name, send: { path, headers }, receive }
}

/** A request with JSON, or without a body for `undefined`. */
export function send(
  method: string,
  path: string,
  value: unknown,
  receive: Exchange['receive'],
  headers = {},
): Exchange {
  const body = JSON.stringify(value)
  const sent = body === undefined ? { headers } : { headers: { 'content-type': 'application/json', ...headers }, body }
  return { name: [method, path, body].join(' '), send: { method, path, ...sent }, receive }
}

const sending =
  (method: string) =>
  (path: string, value: unknown, receive: Exchange['receive'], headers = {}): Exchange =>
    send(method, path, value, receive, headers)

export const post = sending('POST')
export const put = sending('PUT')
export const patch = sending('PATCH')

/** GETs with queries, and the values that the handler gets. @param start Of each path. */
export function queries(start: string, values: Record<string, unknown>) {
  return Object.entries(values).map(([query, value]) =>
    get(query, start + query, { status: 200, body: { query: value } }),
  )
}

export function refusedQueries(start: string, ...all: string[]) {
  return all.map((query) => get(query, start + query, { status: 400 }))
}

interface Input {
  path?: object
  query?: object
  header?: object
}

/** A call of an operation that returns its parameters. */
export function echoed(operation: string, input: Input): ClientCall {
  const { header, ...rest } = input
  return [operation, input, { status: 200, body: { ...rest, ...(header && { headers: header }) } }]
}

/** A POST that returns its body. */
export function valid(path: string, body: unknown) {
  return post(path, body, { status: 200, body })
}

export function refused(path: string, body: unknown, pointer: string) {
  const errors = expect.arrayContaining([expect.objectContaining({ pointer })])
  return post(path, body, { status: 400, body: { errors } })
}
