// The checks of a run, and the violations that it finds.

/** The first fourteen have the names of Schemathesis: https://schemathesis.readthedocs.io/en/stable/reference/checks/ */
export const checks = {
  max_response_time: 'A response arrives within the time limit.',
  not_a_server_error: 'No response is a server error.',
  status_code_conformance: 'The status is documented.',
  content_type_conformance: 'The media type is documented.',
  response_headers_conformance: 'Required headers are present; all headers are documented and valid.',
  response_schema_conformance: 'The body is valid and has no undeclared property.',
  negative_data_rejection: 'A request that the contract forbids is refused.',
  positive_data_acceptance: 'A request that the contract allows is accepted.',
  missing_required_header: 'A request without its token is refused.',
  unsupported_method: 'A method that the path does not have gets 405 with Allow.',
  allow_header_conformance: 'OPTIONS lists exactly the methods of the path.',
  use_after_free: 'A deleted item is gone.',
  ensure_resource_availability: 'A created item can be read as it was written.',
  ignored_auth: 'A token that is not valid or lacks a scope is refused.',
  refusal_conformance: 'The first failed check in the order of the contract decides the error, which names the field.',
  listing_conformance: 'Paging lists each item exactly once, even if other items are written meanwhile.',
  filter_conformance: 'A filtered list has exactly the items that match, on all pages.',
  idempotency_conformance: 'A retry with the same Idempotency-Key does not create a second item.',
  entity_tag_conformance: 'Entity tags change with their content, and preconditions compare them.',
  ownership: 'A caller sees and changes only the items that the contract allows.',
  lost_update: 'No concurrent change is lost.',
  timestamps: 'createdAt does not change, updatedAt advances with each change, Last-Modified follows.',
  same_response: 'With COMPARE: the second service returns the same response.',
  documented_coverage: 'With COVERAGE=1: every documented response occurs.',
} as const

export type Check = keyof typeof checks

export interface Violation {
  check: Check
  message: string
  sentence?: string
  request?: string
}

export type Phase = 'boundaries and negative cases' | 'invariants' | 'stateful tests' | 'coverage'

export interface TestCase {
  phase: Phase
  /** The test category of the request, the invariant, or the stateful test. */
  name: string
  seconds: number
  violations: Violation[]
  /** The request as sent, with names instead of tokens. In a stateful test, the one with the wrong response. */
  request: string
  /** Only in a stateful test: a line for each request, up to `request`. */
  history?: string[]
}

/** The sentence of the contract that a failed check quotes; `…` stands for names. */
export const sentences: Partial<Record<Check, string>> = {
  use_after_free: 'The path does not exist, or you have no such ….',
  filter_conformance: 'Returns only … with exactly this …, compared by code points.',
  listing_conformance:
    'A … that exists during the whole iteration is listed exactly once, even if other … are created or deleted.',
  idempotency_conformance:
    'For 24 hours, a request with the same key and the same fields returns the … that the first request created, and creates no other ….',
  entity_tag_conformance: 'Each change of your … changes the `ETag` of all your pages.',
  ownership: 'If a … belongs to someone else, you get the same 404 as for a … that does not exist.',
  negative_data_rejection: 'A request that gets 503 or any 4xx status has changed nothing.',
}

/** The check of a wrong status, for test categories with one of their own. */
export const checkOfCategory: Record<string, Check> = {
  'missing or malformed tokens': 'missing_required_header',
  'a token that is not valid': 'ignored_auth',
  'a token that lacks a scope': 'ignored_auth',
  'unsupported methods': 'unsupported_method',
}

/** Serializes a value as JSON, truncated to 300 characters. */
export function toShortJson(value: unknown): string {
  return shorten(JSON.stringify(value) ?? 'nothing')
}

export function shorten(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300).toWellFormed()}…` : text
}
