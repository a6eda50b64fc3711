// What is looked for in every answer: the fourteen checks that Schemathesis documents, by its names
// (https://schemathesis.readthedocs.io/en/stable/reference/checks/), and two that only a contract this exact can have.
import type { Finding as FindingOf } from './contract/oracle.ts'
import type { Draft } from './requests/draft.ts'

export const checks = {
  max_response_time: 'An answer comes within the deadline.',
  not_a_server_error: 'No answer says that the server is at fault.',
  status_code_conformance: 'The status is documented.',
  content_type_conformance: 'The media type is documented.',
  response_headers_conformance: 'Every documented header is there and valid, and no other.',
  response_schema_conformance: 'The body is valid, and says nothing that is not declared.',
  negative_data_rejection: 'What the contract forbids is refused.',
  positive_data_acceptance: 'What the contract allows is accepted.',
  missing_required_header: 'A request without its token is refused.',
  unsupported_method: 'A method the path does not have is answered 405 with Allow.',
  allow_header_conformance: 'OPTIONS names exactly the methods of the path.',
  use_after_free: 'What was deleted is gone.',
  ensure_resource_availability: 'What was created is there, as it was written.',
  ignored_auth: 'A token that is no good, or lacks a scope, is refused.',
  refusal_conformance: 'A refusal is the one that the contract looks for first, and names what is to be mended.',
  listing_conformance: 'A walk lists each plant that is there exactly once, whatever else is written.',
} as const

export type Check = keyof typeof checks
export type Finding = FindingOf<Check>

/** What was asked once, and what came of it. */
export interface Trial {
  phase: 'examples' | 'boundaries and faults' | 'stateful'
  /** A family of requests, or a kind of sequence. */
  name: string
  /** The checks it was subject to. */
  subjectTo: Check[]
  findings: Finding[]
  /** For whoever is to mend what was found: the requests, as they were sent, without the token. */
  told: string
}

export const ofEveryAnswer: Check[] = [
  'max_response_time',
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
]

const byFamily: Record<string, Check> = {
  'tokens that are none': 'missing_required_header',
  'a token that is not known': 'ignored_auth',
  'a token that lacks a scope': 'ignored_auth',
  methods: 'unsupported_method',
}

/** The check that a wrong status of a request in this family fails. */
export function checkOf(family: string, { outcomes }: Draft): Check {
  const isSound = outcomes.every(({ status }) => status < 400)
  return byFamily[family] ?? (isSound ? 'positive_data_acceptance' : 'negative_data_rejection')
}
