// The test oracle: decides whether a response is as openapi.yaml documents it. It does not use the response validation of
// the service, because a defect there is one of the things to find.
import { STATUS_CODES } from 'node:http'
import type { HttpResponse } from '../connection.ts'
import { type ContractOperation, type ContractResponse, httpResponses, securityHeaders } from './openapi.ts'
import { errorsOf } from './schema.ts'

/** How exactly the headers of a response must be as documented. */
export interface Tolerance {
  /** Accept headers that the contract does not name: servers and gateways add some (RFC 9110, 5.1). */
  otherHeaders?: boolean
  /** Accept what a gateway adds to `Vary`. */
  otherVary?: boolean
}

// No operation declares the headers of HTTP itself, of CORS, and the browser security headers.
const undeclared = new Set([
  ...['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'],
  ...['access-control-expose-headers', 'access-control-allow-methods', 'access-control-allow-headers'],
  ...['access-control-max-age', ...securityHeaders],
])

// These mean something only on the responses that document them.
const meaningful = new Set([
  ...['location', 'link', 'etag', 'last-modified', 'www-authenticate', 'deprecation', 'sunset', 'retry-after'],
])

/** The checks of a single response, with the names that Schemathesis uses. */
export type ResponseCheck =
  | 'status_code_conformance'
  | 'content_type_conformance'
  | 'response_headers_conformance'
  | 'response_schema_conformance'

export interface Finding<Check = ResponseCheck> {
  check: Check
  /** What is wrong, with the expected and the actual value. */
  message: string
  /** The sentence of the contract, word for word. */
  sentence?: string
  /** The request, as it was sent, and the status of its response. */
  request?: string
}

/** As `checkResponse`, but returns the messages only. */
export async function deviations(...args: Parameters<typeof checkResponse>): Promise<string[]> {
  return (await checkResponse(...args)).map(({ message }) => message)
}

/**
 * Returns where a response differs from the contract.
 * @param method As it was sent.
 * @param operation `undefined` if the request matches no operation.
 * @param tolerance Default: every header must be documented.
 */
export async function checkResponse(
  method: string,
  operation: ContractOperation | undefined,
  response: HttpResponse,
  tolerance: Tolerance = {},
): Promise<Finding[]> {
  const { status } = response
  const documented = [operation?.responses.get(status), httpResponses.get(status)].filter((one) => one !== undefined)
  if (documented.length === 0) {
    const message = `${status} ${STATUS_CODES[status] ?? ''} is not documented for this request`
    return [{ check: 'status_code_conformance', message }]
  }
  const results = await Promise.all(
    documented.map(async (one) => [
      ...(await checkHeaders(one, response, tolerance)),
      ...(await checkBody(method, one, response)),
    ]),
  )
  return results.find((findings) => findings.length === 0) ?? results[0] ?? []
}

async function checkHeaders(
  documented: ContractResponse,
  { headers }: HttpResponse,
  { otherHeaders = false, otherVary = false }: Tolerance,
): Promise<Finding[]> {
  const finding = (message: string): Finding => ({ check: 'response_headers_conformance', message })
  const unknown = Object.keys(headers).filter(
    (name) => !documented.headers.has(name) && !undeclared.has(name) && (!otherHeaders || meaningful.has(name)),
  )
  const invalid = [...documented.headers].map(async ([name, { required, schema }]) => {
    const value = headers[name]
    if (value === undefined) return required ? [finding(`header ${name} is missing`)] : []
    if (otherVary && name === 'vary') return []
    // A header is text. If its schema is numeric, validate the number that the text represents.
    const asText = await errorsOf(schema, value)
    const isValid = asText.length === 0 || (/^\d+$/.test(value) && (await errorsOf(schema, Number(value))).length === 0)
    return isValid ? [] : [finding(`header ${name}: ${(asText[0] ?? '').replace('the value: ', '')}`)]
  })
  return [
    ...unknown.map((name) => finding(`header ${name} is not documented for this response`)),
    ...(await Promise.all(invalid)).flat(),
  ]
}

async function checkBody(method: string, documented: ContractResponse, response: HttpResponse): Promise<Finding[]> {
  const { headers, body } = response
  const type = (message: string): Finding[] => [{ check: 'content_type_conformance', message }]
  const schema = (message: string): Finding[] => [{ check: 'response_schema_conformance', message }]
  const mediaType = headers['content-type']
  if (documented.content.size === 0) {
    return [
      ...(mediaType === undefined ? [] : type(`a Content-Type, ${mediaType}, without a body`)),
      ...(body === '' ? [] : schema('a body, but none is documented')),
    ]
  }
  const content = documented.content.get(mediaType ?? '')
  if (content === undefined) {
    return type(`media type: expected ${[...documented.content.keys()].join(' or ')}, got ${mediaType ?? 'none'}`)
  }
  if (method === 'HEAD') return body === '' ? [] : schema('a body in the response to HEAD')
  if (response.isBroken) return schema(`the body is not valid UTF-8: ${body.slice(0, 300)}`)
  const value = parseJson(body)
  if (value === undefined) return schema(`the body is not JSON: ${body.slice(0, 100)}`)
  const errors = await errorsOf(content.schema, value, { closed: true })
  const { instance } = Object(value)
  const named = `urn:uuid:${headers['request-id'] ?? ' and the Request-Id, which is missing'}`
  const isNamed = content.type === undefined || instance === named
  return [
    ...errors.flatMap((line) => schema(`body: ${line}`)),
    ...(isNamed ? [] : schema(`instance: expected ${named}, got ${instance ?? 'none'}`)),
  ]
}

/** The parsed text; `undefined` if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
