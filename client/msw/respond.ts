// The answer as a Response: whatever the contract documents for its status and nobody has said is taken from there.

import type { FieldError } from '../../generated/api.d.ts'
import type { OperationId } from '../operation-table.ts'
import { documentedAnswer } from './contract.ts'

/** An answer that is to be made. What is left out is as the documented example has it. */
export interface Made {
  status: number
  headers?: Record<string, string | undefined>
  /** Of a success. */
  body?: unknown
  /** Of a problem. */
  detail?: string
  errors?: FieldError[]
  /** Which of the documented examples, where not the first. */
  example?: string
}

/** @throws {TypeError} where the contract does not have what was asked for. */
export function respond(request: Request, id: OperationId | undefined, made: Made): Response {
  const { status } = made
  const documented = documentedAnswer(id, status)
  const requestId = crypto.randomUUID()
  const headers = new Headers({ ...documented.headers, 'Request-Id': requestId })
  for (const [name, value] of Object.entries(made.headers ?? {})) if (value !== undefined) headers.set(name, value)
  const { mediaType, examples } = documented
  if (mediaType === undefined) return new Response(null, { status, headers })

  const example = made.example ?? Object.keys(examples)[0] ?? ''
  if (!Object.hasOwn(examples, example)) {
    throw new TypeError(`${id ?? 'HTTP'}, ${status}: there is no example ${example}, but ${Object.keys(examples)}`)
  }
  const value = status < 400 ? (made.body ?? examples[example]) : problem(examples[example], made, requestId)
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  headers.set('Content-Type', mediaType)
  headers.set('Content-Length', String(bytes.length))
  return new Response(request.method === 'HEAD' ? null : bytes, { status, headers })
}

function problem(example: unknown, { detail, errors }: Made, requestId: string): object {
  const own = { ...(detail !== undefined && { detail }), ...(errors && { errors }) }
  return { ...Object(example), ...own, instance: `urn:uuid:${requestId}` }
}
