// What the pipeline asks of a validator. The server passes an adapter of express-openapi-validator; handlers for tests pass
// validators that were generated from the same schemas (precompiled-validator.ts).
import { type FieldError, invalidRequest } from '../problem.ts'
import { escapeToken, truncate } from './json-pointer.ts'
import type { OperationPlan, ResponsePlan } from './plan.ts'

/** The value of a parameter, converted to the type that the contract declares. */
export type ParameterValue = string | number | boolean

/** The parts of a request that have a schema. A validator fills in the defaults of the query and the body in place. */
export interface RequestParts {
  path: Record<string, ParameterValue>
  query: Record<string, unknown>
  /** Those that the operation declares, by their names in the contract. */
  headers: Record<string, ParameterValue>
  body: unknown
}

export interface Validator {
  /** Returns every violation of the contract; none for a valid request. */
  validateRequest: (operation: OperationPlan, mediaType: string | undefined, parts: RequestParts) => Violation[]
  /**
   * Returns what is wrong with the body of a response that documents one; `undefined` for a valid body.
   * @param body `undefined` if only its text is given.
   * @param text The body as JSON.
   */
  validateResponse: (response: ResponsePlan, body: unknown, text?: string) => string | undefined
}

export interface Violation {
  in: 'parameter' | 'header' | 'body'
  /** Of a parameter or a header; of a body, a JSON Pointer. */
  name: string
  /** For a body: a property that is missing or unknown, in the object at `name`. */
  property?: string | undefined
  /** The keyword of JSON Schema. */
  keyword: string | undefined
  message: string
}

type TextParts = Pick<RequestParts, 'path' | 'query' | 'body'>

/** @throws {Problem} 400 that names each field once, with its first violation: others often follow from it. */
export function requireValid(violations: Violation[], parts: TextParts): void {
  const errors = new Map<string | undefined, FieldError>()
  for (const violation of [...violations, ...malformedTexts(parts)]) {
    const error = fieldError(violation)
    const key = error.pointer ?? error.parameter ?? error.header
    if (!errors.has(key)) errors.set(key, error)
    // The contract allows 100 errors in one problem, and a body can have thousands.
    if (errors.size === 100) break
  }
  const [first, ...others] = errors.values()
  if (first !== undefined) throw invalidRequest(first, ...others)
}

function fieldError(violation: Violation): FieldError {
  const { in: place, name, property } = violation
  const detail = detailOf(violation)
  if (place === 'header') return { header: name, detail }
  if (place !== 'body') return { parameter: truncate(name), detail }
  return { pointer: truncate(property === undefined ? name : `${name}/${escapeToken(property)}`), detail }
}

/** What is wrong with a field, to be read after its name. The messages of the validator are for programmers. */
export function detailOf({ keyword, message }: Pick<Violation, 'keyword' | 'message'>): string {
  switch (keyword) {
    // A regular expression helps few readers; the description of the field helps more.
    case 'pattern':
      return mismatch
    case 'required':
      return 'is required'
    case 'format':
      return examplesOfFormats[message] ?? mismatch
    case 'additionalProperties':
      return 'is not a documented property'
    default:
      return plainWords.reduce((text, [words, plain]) => text.replace(words, plain), message)
  }
}

const mismatch = 'does not match the documented format'

const examplesOfFormats: Record<string, string> = {
  'must match format "date"': 'must be a date like 2026-01-31',
  'must match format "date-time"': 'must be a time like 2026-01-31T12:00:00Z',
}

const plainWords = [
  [/^must NOT have fewer than 1 characters$/, 'must not be empty'],
  [/^must NOT have fewer than/, 'must have at least'],
  [/^must NOT have more than/, 'must have at most'],
  [/^must be >=/, 'must be at least'],
  [/^must be <=/, 'must be at most'],
  [/^must be (object|array|integer)$/, 'must be an $1'],
  [/^must be (string|number|boolean)$/, 'must be a $1'],
  [/ 1 properties$/, ' 1 property'],
  [/ 1 items$/, ' 1 item'],
] as const

// No store can keep these texts: PostgreSQL has no U+0000, and UTF-8 has no unpaired surrogates. Bodies are flat.
function malformedTexts({ path, query, body }: TextParts): Violation[] {
  const malformed = (values: unknown) => {
    if (typeof values !== 'object' || values === null || Array.isArray(values)) return []
    const texts = Object.entries(values).filter(([, value]) => typeof value === 'string' && isMalformed(value))
    return texts.map(([name]) => name)
  }
  const rest = { keyword: undefined, message: mismatch }
  return [
    ...[path, query].flatMap(malformed).map((name): Violation => ({ in: 'parameter', name, ...rest })),
    ...malformed(body).map((property): Violation => ({ in: 'body', name: '', property, ...rest })),
  ]
}

function isMalformed(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed()
}
