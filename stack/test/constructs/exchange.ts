// Requests and their expected responses, in the tables of the constructs.
import { expect } from 'vitest'
import type { AnyHandler } from '../../core/handlers/any-handlers.ts'
import type { DraftResponse } from '../../core/pipeline/http.ts'
import type { Started } from '../rooms/implementations.ts'

/** Parts of a response: its status, its parsed JSON or else its text, and headers by lower-case name. */
export type Expected = number | { status: number; body?: unknown; headers?: Record<string, unknown> }

export interface Exchange {
  /** `{token}` stands for a valid token, `{basic}` for Basic credentials with this token as the password, and `{id}` in
   * a path for the id of the first item that was created. */
  send: { method: string; path: string; headers?: Record<string, string>; body?: BodyInit | undefined }
  receive: Expected
}

/** A call of the client, and parts of its result. */
export type ClientCall = [operation: string, input: object | undefined, result: object]

export type HandlerInput = Parameters<AnyHandler>[0]

/** Handlers by operationId. */
export type Handlers = Record<string, (input: HandlerInput) => DraftResponse | Promise<DraftResponse>>

/** The tests of a file of contract/. */
export interface Construct {
  handlers?: Handlers
  exchanges: Exchange[]
  /** Exchanges of which each depends on those before it, by test title. */
  sequences?: Record<string, Exchange[]>
  calls?: ClientCall[]
  /** TypeScript that must compile: it can use `client` and `Handlers`. */
  types?: string
}

/** A request with `value` as JSON, or without a body for `undefined`. */
export function exchange(method: string, path: string, value: unknown, receive: Expected, headers = {}): Exchange {
  if (value === undefined) return { send: { method, path, headers }, receive }
  const allHeaders = { 'Content-Type': 'application/json', ...headers }
  return { send: { method, path, headers: allHeaders, body: JSON.stringify(value) }, receive }
}

type RequestParts = [path: string, value: unknown, receive: Expected, headers?: Record<string, string>]

export const get = (path: string, receive: Expected, headers = {}) => exchange('GET', path, undefined, receive, headers)
export const post = (...[path, ...rest]: RequestParts) => exchange('POST', path, ...rest)
export const put = (...[path, ...rest]: RequestParts) => exchange('PUT', path, ...rest)
export const patch = (...[path, ...rest]: RequestParts) => exchange('PATCH', path, ...rest)

/** GETs with queries, and the parameters that the handler gets. @param start Prefix of each path. */
export function getQueries(start: string, values: Record<string, unknown>): Exchange[] {
  return Object.entries(values).map(([query, value]) => get(start + query, { status: 200, body: { query: value } }))
}

/** A POST that returns its body. */
export const accepts = (path: string, body: unknown) => post(path, body, { status: 200, body })

/** A POST that is rejected with an error at this pointer of its body. */
export function rejects(path: string, body: unknown, pointer: string): Exchange {
  const errors = expect.arrayContaining([expect.objectContaining({ pointer })])
  return post(path, body, { status: 400, body: { errors } })
}

/** A 400 with this error only. */
export const badRequest = (error: object) => ({ status: 400, body: { errors: [error] } })

/** Detail of the error of a parameter that is not an integer. */
export const integerDetail = 'must be a whole number in plain decimal digits'

/** A call of an operation that returns its parameters. */
export function callEcho(operation: string, input: { path?: object; query?: object; header?: object }): ClientCall {
  const { header, ...rest } = input
  return [operation, input, { status: 200, body: { ...rest, ...(header && { headers: header }) } }]
}

/** Sends requests in sequence, and expects their responses. @param base Base path. Default: that of contract/. */
export async function expectExchanges(target: Started, exchanges: Exchange[], base = '/api/v1'): Promise<void> {
  const token = await target.token()
  let id: string | undefined
  const fill = (text: string) =>
    text
      .replace('{token}', token)
      .replace('{basic}', btoa(`ann:${token}`))
      .replace('{id}', String(id))
  for (const { send, receive } of exchanges) {
    const { path, headers = {}, body, ...init } = send
    const filled = Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, fill(value)]))
    const response = await fetch(target.url + base + fill(path), { ...init, headers: filled, ...(body && { body }) })
    const text = await response.text()
    const isJson = /[/+]json/.test(response.headers.get('Content-Type') ?? '')
    if (response.status === 201) id ??= Object(JSON.parse(text)).id
    const received = {
      status: response.status,
      body: isJson ? JSON.parse(text) : text,
      headers: Object.fromEntries(response.headers),
    }
    expect(received, text).toMatchObject(typeof receive === 'number' ? { status: receive } : receive)
  }
}
