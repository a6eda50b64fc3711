// Compares two responses: status, media type, names of headers, and the shape of the body; for a problem that depends on
// the request alone, the whole body.
import type { HttpResponse } from '../../../tools/contract-tester/connection.ts'

export interface Comparison {
  /** One line for each difference. */
  different: string[]
  /** Headers that only one of the responses has. */
  headers: string[]
}

/** @param wholeProblem Whether problems must be equal, except for their `instance`. */
export function compare(service: HttpResponse, mock: HttpResponse, wholeProblem: boolean): Comparison {
  const parts = ({ status, headers, body }: HttpResponse) => ({
    status: String(status),
    'media type': headers['content-type'] ?? 'none',
    body: shapeOfBody(body, wholeProblem) || 'none',
  })
  const other = Object.values(parts(mock))
  // Whether a connection is kept also depends on how much of a body has arrived.
  const names = ({ headers }: HttpResponse) => new Set(Object.keys(headers).filter((name) => name !== 'keep-alive'))
  return {
    different: Object.entries(parts(service))
      .map(([part, value], index) => ({ part, value, other: other[index] }))
      .filter(({ value, other }) => value !== other)
      .map(({ part, value, other }) => `${part}: the service has ${value}, the mock ${other}`),
    headers: [...names(service).symmetricDifference(names(mock))],
  }
}

function shapeOfBody(body: string, wholeProblem: boolean): string {
  if (body === '') return ''
  const value: unknown = JSON.parse(body)
  const { type, instance, ...rest } = Object(value)
  const isWhole = wholeProblem && type !== undefined
  return isWhole ? JSON.stringify({ type, ...rest, instance: shape(instance) }) : shape(value)
}

function shape(value: unknown): string {
  // The number of items depends on what is stored.
  if (Array.isArray(value)) return '[…]'
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  const members = Object.entries(value).map(([name, member]) => `${name}: ${shape(member)}`)
  return `{ ${members.sort().join(', ')} }`
}
