// Reads the parameters of a request: percent-encoded UTF-8, integers in plain decimal digits, and no parameter that the
// operation does not declare. Schemas are left to the validator.
import { truncate } from '../contract/json-pointer.ts'
import type { OperationPlan } from '../contract/plan.ts'
import type { RequestParts } from '../contract/validator.ts'
import { invalidRequest, type Problem } from '../problem.ts'
import { type HttpRequest, header } from './http.ts'
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

function readPath(path: string, { segments }: OperationPlan): Record<string, string> {
  const values: Record<string, string> = {}
  const parts = path.split('/')
  for (const [index, { parameter }] of segments.entries()) {
    if (parameter !== undefined) values[parameter] = decode(parts[index] ?? '', parameter)
  }
  return values
}

function readHeaders(request: HttpRequest, { headers }: OperationPlan): Record<string, string> {
  const values: Record<string, string> = {}
  for (const name of headers) {
    const value = header(request, name.toLowerCase())
    if (value !== undefined) values[name] = value
  }
  return values
}

function readQuery(query: string, { query: declared }: OperationPlan): Record<string, unknown> {
  if (query === '') return {}
  const values = new Map<string, unknown>()
  for (const pair of query.split('&').filter((text) => text !== '')) {
    const [rawName = '', ...rawValue] = pair.replaceAll('+', ' ').split('=')
    const name = decode(rawName, rawName)
    const value = decode(rawValue.join('='), name)
    const parameter = declared.get(name)
    // express-openapi-validator reads `limit[]` as `limit`.
    if (parameter === undefined) throw invalidParameter(name, 'is not a parameter of this operation')
    if (values.has(name)) throw invalidParameter(name, 'must not be repeated')
    if (value === '' && !parameter.allowEmptyValue) throw invalidParameter(name, 'must not be empty')
    values.set(name, parameter.type === 'integer' ? readInteger(value, name) : value)
  }
  return Object.fromEntries(values)
}

// 15 digits: a number keeps them exactly. Validators also take 1e1, 0x10, 05 and +5 for integers.
function readInteger(value: string, parameter: string): number {
  if (/^(?:0|[1-9]\d{0,14})$/.test(value)) return Number(value)
  throw invalidParameter(parameter, 'must be a whole number in plain decimal digits')
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
