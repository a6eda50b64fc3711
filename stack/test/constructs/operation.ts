// Operations for the contracts of constructs, and their requests.
import { expect } from 'vitest'
import type { ClientCall, Exchange } from './construct.ts'

export const responses = `{ '200': { description: The input., content: { application/json: { schema: { type: object, additionalProperties: true } } } } }`

/** The content of a body. @param schema In YAML. */
export const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`

export const ref = (name: string) => `{ $ref: '#/components/schemas/${name}' }`

/** A GET that returns its parameters. */
export function operation(id: string, ...parameters: string[]): string {
  return `{ operationId: ${id}, parameters: [${parameters.join(', ')}], responses: ${responses} }`
}

/** A GET, and a part of its response. */
export function get(name: string, path: string, receive: Exchange['receive'], headers = {}): Exchange {
  return { name, send: { path, headers }, receive }
}

/** GETs with queries, and the values that the handler gets. @param start Of each path. */
export function queries(start: string, values: Record<string, unknown>) {
  return Object.entries(values).map(([query, value]) => {
    return { name: query, send: { path: start + query }, receive: { status: 200, body: { query: value } } }
  })
}

export function refusedQueries(start: string, ...all: string[]) {
  return all.map((query) => ({ name: query, send: { path: start + query }, receive: { status: 400 } }))
}

interface Input {
  path?: object
  query?: object
  header?: object
}

/** A call of an operation that returns its parameters. */
export function echoed(operation: string, input: Input): ClientCall {
  const { header, ...rest } = input
  const body = { ...rest, ...(header && { headers: header }) }
  return { call: [operation, input], result: { status: 200, body } }
}

/** A request of a method, perhaps with JSON. */
export function send(method: string, path: string, body?: object, headers = {}) {
  const type = body && { 'content-type': 'application/json' }
  return { method, path, headers: { ...headers, ...type }, ...(body && { body: JSON.stringify(body) }) }
}

/** A POST of JSON. */
export function post(path: string, value: unknown, receive: { status: number; body?: unknown }) {
  const body = JSON.stringify(value)
  const send = { method: 'POST', path, headers: { 'Content-Type': 'application/json' }, body }
  return { name: `${path} ${body}`, send, receive }
}

/** A POST that returns its body. */
export function valid(path: string, body: unknown) {
  return post(path, body, { status: 200, body })
}

export function refused(path: string, body: unknown, pointer: string) {
  const errors = expect.arrayContaining([expect.objectContaining({ pointer })])
  return post(path, body, { status: 400, body: { errors } })
}
