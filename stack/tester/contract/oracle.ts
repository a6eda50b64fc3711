// The test oracle: decides whether a response is as the contract documents it. It does not use the response validation
// of the service, which may have defects. It also records which documented responses a run has received.
import { STATUS_CODES } from 'node:http'
import type { Violation } from '../checks.ts'
import type { HttpResponse } from '../connection.ts'
import { anyValue } from './document.ts'
import { type ContractResponse, getContent } from './responses.ts'
import type { ContractOperation, TestedContract } from './tested-contract.ts'

// Headers that only the responses that document them may have.
const restrictedHeaders = 'location link etag last-modified www-authenticate deprecation sunset retry-after'.split(' ')

/** Statuses of a request that matches no operation, unless an operation documents them itself. */
const statusesWithoutOperation = [204, 404, 405, 501]

/** Returns the violations of a response. @param operation `undefined` if the request matches none. */
export function checkResponse(
  contract: TestedContract,
  method: string,
  operation: ContractOperation | undefined,
  response: HttpResponse,
): Violation[] {
  const { status } = response
  const isOfAnyRequest = operation === undefined || !statusesWithoutOperation.includes(status)
  const candidates = [operation?.responses.get(status), isOfAnyRequest ? contract.httpResponses.get(status) : undefined]
  const documented = candidates.filter((response) => response !== undefined)
  if (documented.length === 0) {
    const message = `${status} ${STATUS_CODES[status] ?? ''} is not documented for this request`
    return [{ check: 'status_code_conformance', message }]
  }
  const results = documented.map((candidate) =>
    checkHeaders(contract, candidate, response).concat(checkBody(method, candidate, response)),
  )
  return results.find((violations) => violations.length === 0) ?? results[0] ?? []
}

function checkHeaders(contract: TestedContract, documented: ContractResponse, { headers }: HttpResponse): Violation[] {
  // Servers and gateways add other headers (RFC 9110, 5.1).
  const unknown = restrictedHeaders.filter((name) => name in headers && !documented.headers.has(name))
  const wrong = [...documented.headers].flatMap(([name, { required, schema }]) => {
    const value = headers[name]
    if (value === undefined) return required ? [`${name} is missing`] : []
    const isList = ['array', 'object'].includes(String(schema.keywords.type))
    if (isList || schema.isValid(value) || schema.isValid(toScalar(value))) return []
    const [line = ''] = schema.findErrors(value)
    return [`${name}: ${line.replace('the value: ', '')}`]
  })
  return [
    ...findUnexposed(contract, headers).map((name) => `access-control-expose-headers: ${name} is missing`),
    ...unknown.map((name) => `${name} is not documented for this response`),
    ...wrong,
  ].map((message): Violation => ({ check: 'response_headers_conformance', message: `header ${message}` }))
}

/** Checks the two dates of a successful response if the query has a deprecated parameter (RFC 9745, RFC 8594). */
export function checkDeprecation(operation: ContractOperation, query: string[], response: HttpResponse): Violation[] {
  const all = operation.parameters.filter(({ definition }) => 'x-deprecation' in definition)
  // The tester does not track which other parts of the request are deprecated.
  if (operation.isDeprecated || operation.body.size > 0 || !all.every((parameter) => parameter.in === 'query'))
    return []
  const usedParameters = all.filter(({ name }) => query.some((pair) => pair.split('=')[0] === name))
  // The contract leaves open whose dates the response to several deprecated parameters has.
  if (all.length === 0 || usedParameters.length > 1 || response.status >= 300) return []
  const dates = usedParameters.map(({ definition }) => {
    const { since, sunset } = Object(definition['x-deprecation'])
    return [`@${Date.parse(since) / 1000}`, new Date(sunset).toUTCString()]
  })
  const [deprecation, sunset] = dates[0] ?? []
  const expected = { deprecation, sunset }
  return Object.entries(expected).flatMap(([name, value]) => {
    const { [name]: actual } = response.headers
    const message = `header ${name}: expected ${value ?? 'none'}, got ${actual ?? 'none'}`
    return actual === value ? [] : [{ check: 'response_headers_conformance', message }]
  })
}

function toScalar(text: string): unknown {
  return /^(?:true|false|null|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/i.test(text) ? JSON.parse(text.toLowerCase()) : text
}

/** Returns the headers that scripts of other origins must be able to read, but that CORS does not expose. */
function findUnexposed({ exposedHeaders }: TestedContract, headers: HttpResponse['headers']): string[] {
  if (headers['access-control-allow-origin'] === undefined) return []
  const exposed = toList(headers['access-control-expose-headers'])
  return exposed.includes('*') ? [] : exposedHeaders.filter((name) => name in headers && !exposed.includes(name))
}

function toList(header = ''): string[] {
  const items = header.toLowerCase().split(/\s*,\s*/)
  return items.filter(Boolean)
}

/** Whether a header lists these items, in any order and in any case. `Allow` may also list OPTIONS. */
export function listsExactly(header: string | undefined, items: string[]): boolean {
  const listed = toList(header).filter((item) => item !== 'options')
  return listed.toSorted().join() === toList(items.join()).toSorted().join()
}

// Returns the media type of a response in lower case and without parameters (RFC 9110, 8.3.1). All bodies are UTF-8:
// with another `charset`, or malformed parameters, it returns the whole value, which no contract documents.
function getMediaType(headers: HttpResponse['headers']): string | undefined {
  const value = headers['content-type']
  const [type = '', ...parameters] = (value ?? '').split(/[ \t]*;[ \t]*/)
  const allowedParameter = /^(?:charset="?utf-8"?|(?!charset=)[\w.+-]+=(?:[\w.+-]+|"[^"]*")|)$/i
  return parameters.every((parameter) => allowedParameter.test(parameter)) ? value && type.toLowerCase() : value
}

function checkBody(method: string, documented: ContractResponse, response: HttpResponse): Violation[] {
  const { headers, body } = response
  const type = (message: string): Violation[] => [{ check: 'content_type_conformance', message }]
  const schema = (message: string): Violation[] => [{ check: 'response_schema_conformance', message }]
  const mediaType = getMediaType(headers)
  if (documented.content.size === 0) {
    if (mediaType !== undefined) return type(`Content-Type ${mediaType}, but no body is documented`)
    return body === '' ? [] : schema('a body, but none is documented')
  }
  const content = mediaType && getContent(documented.content, mediaType)
  if (!content)
    return type(`media type: expected ${[...documented.content.keys()].join(' or ')}, got ${mediaType ?? 'none'}`)
  if (method === 'HEAD') {
    // The Content-Length of HEAD is that of the body which GET has (RFC 9110, 8.6).
    if (headers['content-length'] === '0')
      return [{ check: 'response_headers_conformance', message: 'header content-length: 0 in the response to HEAD' }]
    return body === '' ? [] : schema('a body in the response to HEAD')
  }
  const isText = mediaType.startsWith('text/') || isJson(mediaType)
  if (content.schema.pointer === anyValue || !isText) return []
  if (response.isLatin1) return schema(`the body is not valid UTF-8: ${body.slice(0, 300)}`)
  // A text that is not JSON can be validated only as a string.
  if (!isJson(mediaType) && content.schema.keywords.type !== 'string') return []
  const value = isJson(mediaType) ? parseJson(body) : body
  if (value === undefined) return schema(`the body is not JSON: ${body.slice(0, 100)}`)
  const errors = content.schema.findErrors(value)
  const { instance, type: problemType } = Object(value)
  const expectedInstance = `urn:uuid:${headers['request-id'] ?? '<Request-Id, which is missing>'}`
  const hasRequestId = !content.types.includes(problemType) || instance === expectedInstance
  return [
    ...errors.flatMap((line) => schema(`body: ${line}`)),
    ...(hasRequestId ? [] : schema(`instance: expected ${expectedInstance}, got ${instance ?? 'none'}`)),
  ]
}

function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(mediaType)
}

/** Returns `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Statuses that no request alone causes: they need load, a slow connection, a fault, or child items. */
const excused = [408, 409, 429, 500, 503]

/** COVERAGE=1: records which documented responses, and which of their optional headers, a run has received. */
export class Coverage {
  readonly #received = new Map<ContractResponse, Set<string>>()

  /** @param response A response without violations, so it has the required headers and the body. */
  add(contract: TestedContract, operation: ContractOperation | undefined, response: HttpResponse): void {
    const { status, headers, body } = response
    const { type } = Object(parseJson(body))
    // Several problem types may have one status.
    const matching = [operation?.responses.get(status), contract.httpResponses.get(status)].find((candidate) => {
      return candidate?.types.length === 0 || candidate?.types.includes(type)
    })
    if (matching)
      this.#received.set(matching, new Set([...(this.#received.get(matching) ?? []), ...Object.keys(headers)]))
  }

  findMissing({ operations, httpResponses }: TestedContract): string[] {
    return [...operations, { id: 'any request', responses: httpResponses }].flatMap(({ id, responses }) =>
      responses.all.flatMap((response) => {
        // An operation returns 501 only as long as its handler is missing.
        const isExcused = excused.includes(response.status) || (response.status === 501 && responses !== httpResponses)
        const received = this.#received.get(response)
        if (isExcused) return []
        if (received === undefined) return [`${id}: no response with status ${response.code}`]
        const optional = [...response.headers].filter(([name, { required }]) => !required && !received.has(name))
        return optional.map(([name]) => `${id}: no response with status ${response.code} and header ${name}`)
      }),
    )
  }
}
