// What is thrown when a request cannot be served as asked: a status, and what is particular to this request. The rest of
// the problem is the documented example of that status.

import type { FieldError } from '../../generated/api.d.ts'

export interface RefusalDetails {
  detail?: string
  errors?: FieldError[]
  headers?: Record<string, string>
  /** Which of the documented examples, where not the first. */
  example?: string
}

export class Refusal extends Error {
  readonly status: number
  readonly details: RefusalDetails

  constructor(status: number, details: RefusalDetails = {}) {
    super(details.detail ?? `${status}`)
    this.status = status
    this.details = details
  }
}

/** A 400 that names what to mend. */
export function invalid(first: FieldError, ...others: FieldError[]): Refusal {
  const name = first.pointer ?? first.parameter ?? first.header ?? ''
  // A name that the caller made up may hold anything; it then stands in `errors` alone, where JSON escapes it.
  const isPlain = /^[\w./-]{1,80}$/.test(name)
  const detail = isPlain ? `${name}: ${first.detail}` : first.detail
  return new Refusal(400, { detail, errors: [first, ...others] })
}

/** As much of a name as the contract lets a problem say: without half a surrogate pair or half an escape. */
export function cut(name: string): string {
  return name.slice(0, 500).replace(/(?:[\ud800-\udbff]|~)$/, '')
}

/** One part of a JSON Pointer (RFC 6901, 3). */
export function escapePart(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1')
}
