// Reads the parameters of a request: percent-encoded UTF-8, converted to the types of the contract, and no parameter that the
// operation does not declare. Schemas are left to the validator.
import { parseHttpDate } from '../conditions/http-date.ts'
import { truncate } from '../contract/json-pointer.ts'
import type { OperationPlan } from '../contract/plan.ts'
import type { ParameterValue, RequestParts } from '../contract/validator.ts'
import { type FieldError, invalidRequest, type Problem } from '../problem.ts'
import type { HttpRequest } from './http.ts'
import { numberError } from './numbers.ts'
import type { Target } from './target.ts'

/** @throws {Problem} 400 that names the parameter. */
export function readParameters(
  request: HttpRequest,
  { path, query }: Target,
  operation: OperationPlan,
): Omit<RequestParts, 'body'> {
  return {
    path: readPath(path, operation),
    query: readQuery(query, operation),
    headers: readHeaders(request, operation),
  }
}

function readPath(path: string, { segments, parameterTypes }: OperationPlan): RequestParts['path'] {
  const values: RequestParts['path'] = {}
  const parts = path.split('/')
  // Those of the path of a server come before.
  const start = parts.length - segments.length
  for (const [index, { parameter }] of segments.entries()) {
    if (parameter === undefined) continue
    const text = decode(parts[start + index] ?? '', parameter)
    values[parameter] = convert(text, parameterTypes.path[parameter], { parameter })
  }
  return values
}

function readHeaders(
  { headers }: HttpRequest,
  { headerFields, parameterTypes }: OperationPlan,
): RequestParts['headers'] {
  const values: RequestParts['headers'] = {}
  for (const [name, field] of headerFields) {
    // A contract can have a header with the name of a member of every object.
    const text = Object.hasOwn(headers, field) ? headers[field] : undefined
    if (text !== undefined && !isIgnored(name, text))
      values[name] = convert(text, parameterTypes.headers[name], { header: name })
  }
  return values
}

/** A date that is not valid (RFC 9110, 13.1.3 and 13.1.4). */
function isIgnored(name: string, text: string): boolean {
  return ['If-Modified-Since', 'If-Unmodified-Since'].includes(name) && Number.isNaN(parseHttpDate(text))
}

function readQuery(query: string, { query: declared, parameterTypes }: OperationPlan): Record<string, unknown> {
  if (query === '') return {}
  const values = new Map<string, unknown>()
  for (const pair of query.split('&').filter((text) => text !== '')) {
    const [rawName = '', ...rawValue] = pair.replaceAll('+', ' ').split('=')
    const name = decode(rawName, rawName)
    const value = decode(rawValue.join('='), name)
    const parameter = declared.get(name)
    if (parameter?.isCredential) continue
    // express-openapi-validator reads `limit[]` as `limit`.
    if (parameter === undefined) throw invalidParameter(name, 'is not a parameter of this operation')
    if (values.has(name)) throw invalidParameter(name, 'must not be repeated')
    if (value === '' && !parameter.allowEmptyValue) throw invalidParameter(name, 'must not be empty')
    values.set(name, convert(value, parameterTypes.query[name], { parameter: name }))
  }
  return Object.fromEntries(values)
}

type Converted = OperationPlan['parameterTypes']['query'][string]

/** @param type `undefined` for a string. @param place Where the text is, for the problem. */
function convert(text: string, type: Converted | undefined, place: Omit<FieldError, 'detail'>): ParameterValue {
  if (type === undefined) return text
  const { grammar, detail } = grammars[type]
  const error = grammar.test(text) ? type !== 'boolean' && numberError(text) : detail
  if (error) throw invalidRequest({ ...place, detail: error })
  return JSON.parse(text)
}

const grammars = {
  // Validators also take 1e1, 0x10, 05 and +5 for integers.
  integer: { grammar: /^(?:0|-?[1-9]\d*)$/, detail: 'must be a whole number in plain decimal digits' },
  // As in JSON, which is what clients write for a number.
  number: { grammar: /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i, detail: 'must be a number, such as 1.5' },
  boolean: { grammar: /^(?:true|false)$/, detail: 'must be true or false' },
}

function decode(text: string, parameter: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalidParameter(parameter, 'must be percent-encoded UTF-8')
  }
}

function invalidParameter(name: string, detail: string): Problem {
  return invalidRequest({ parameter: truncate(name), detail })
}
