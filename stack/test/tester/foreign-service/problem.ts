// The problems of the contract.
import { contract } from './contract.ts'

export interface FieldError {
  pointer?: string
  parameter?: string
  header?: string
  detail: string
}

export class Problem extends Error {
  readonly kind: string
  readonly more: { headers?: Record<string, string>; errors?: FieldError[] }

  /** @param kind The end of its type, such as `not-found`. */
  constructor(kind: string, detail: string, more: Problem['more'] = {}) {
    super(detail)
    this.kind = kind
    this.more = more
  }
}

export function invalid(...errors: FieldError[]): Problem {
  return new Problem('invalid-request', 'The request is not valid.', { errors: errors.slice(0, 100) })
}

const constants = Object.values(contract.components.schemas).map(({ properties: { type, title, status } = {} }) => {
  return { type: String(type?.const), title: title?.const, status: Number(status?.const) }
})

/** The status and the body. */
export function toResponse({ kind, message: detail, more: { errors } }: Problem, id: string) {
  const known = constants.find(({ type }) => type.endsWith(`:${kind}`))
  if (known === undefined) throw new Error(`The contract has no problem ${kind}.`)
  return { status: known.status, body: { ...known, detail, instance: `urn:uuid:${id}`, ...(errors && { errors }) } }
}
