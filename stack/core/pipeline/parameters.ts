// Reads the parameters of a request: percent-encoded UTF-8, converted to the types of the contract, and no parameter that the
// operation does not declare. Schemas are left to the validator.
import { parseHttpDate } from '../conditions/http-date.ts'
import type { ParameterType } from '../contract/contract-data.ts'
import type { OperationPlan } from '../contract/plan.ts'
import { valuesIn } from '../contract/segments.ts'
import type { ParameterValue, RequestParts } from '../contract/validator.ts'
import type { HttpRequest } from './http.ts'
import { convertStyled, type Decode } from './parameter-values.ts'
import { decodeValue, readQuery } from './query-parameters.ts'
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
    cookies: readCookies(request, operation),
  }
}

/** Fills in the defaults of headers and cookies. */
export function fillIn(parts: RequestParts, { defaults }: OperationPlan): void {
  for (const [group, name, value] of defaults) {
    // A default is a value that its schema allows (checks/values.ts).
    if (!Object.hasOwn(parts[group], name)) parts[group][name] = structuredClone(value) as ParameterValue
  }
}

function readPath(path: string, { segments, parameterTypes }: OperationPlan): RequestParts['path'] {
  const values: RequestParts['path'] = {}
  const parts = path.split('/')
  const read = (text: string, parameter: string) => {
    const type = parameterTypes.path[parameter] ?? 'string'
    values[parameter] = convertStyled(text, type, { parameter }, decodeValue)
  }
  // Those of the path of a server come before.
  const start = parts.length - segments.length
  for (const [index, { parameter, mixed }] of segments.entries()) {
    const part = parts[start + index] ?? ''
    if (parameter !== undefined) read(part, parameter)
    else if (mixed !== undefined)
      for (const [at, text] of (valuesIn(mixed, part) ?? []).entries()) read(text, mixed.parameters[at] ?? '')
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
    if (text === undefined || isIgnored(name, text)) continue
    const type = parameterTypes.headers[name] ?? 'string'
    values[name] = convertStyled(withoutSpace(text, type), type, { header: name }, asItIs)
  }
  return values
}

/** The parts of a list can have white space around them (RFC 9110, 5.6.1). */
function withoutSpace(text: string, type: ParameterType): string {
  if (typeof type === 'string' || Array.isArray(type) || type.json) return text
  return text
    .split(',')
    .map((part) => part.trim())
    .join()
}

/** Nothing in a header is percent-encoded. */
const asItIs: Decode = (text) => text

/** A date that is not valid (RFC 9110, 13.1.3 and 13.1.4). */
function isIgnored(name: string, text: string): boolean {
  return ['If-Modified-Since', 'If-Unmodified-Since'].includes(name) && Number.isNaN(parseHttpDate(text))
}

const noCookies: RequestParts['cookies'] = Object.freeze({})

function readCookies(
  { headers }: HttpRequest,
  { cookies: declared, parameterTypes }: OperationPlan,
): RequestParts['cookies'] {
  if (declared.length === 0) return noCookies
  const sent = cookiesIn(headers.cookie ?? '')
  const values: RequestParts['cookies'] = {}
  for (const name of declared) {
    const text = sent.get(name)
    const type = parameterTypes.cookies[name] ?? 'string'
    if (text !== undefined) values[name] = convertStyled(text, type, { parameter: name }, decodeValue)
  }
  return values
}

/** The header Cookie (RFC 6265, 4.2.1) by name, as the cookies were sent. Of several cookies with one name, the first counts: its path is the longest (5.4). */
export function cookiesIn(header: string): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    if (at === -1 || cookies.has(name)) continue
    const value = pair.slice(at + 1).trim()
    cookies.set(name, /^".*"$/.test(value) ? value.slice(1, -1) : value)
  }
  return cookies
}
