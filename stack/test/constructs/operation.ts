// Operations for the contracts of constructs, and their requests.
import { expect } from 'vitest'

export const responses = `{ '200': { description: The input., content: { application/json: { schema: { type: object, additionalProperties: true } } } } }`

/** A GET that returns its parameters. */
export function operation(id: string, ...parameters: string[]): string {
  return `{ operationId: ${id}, parameters: [${parameters.join(', ')}], responses: ${responses} }`
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
