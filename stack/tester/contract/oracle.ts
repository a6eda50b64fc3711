// The test oracle: decides whether a response is as openapi.yaml documents it. It does not use the response validation of
// the service, because a defect there is one of the things to find.
import { STATUS_CODES } from 'node:http'
import type { Finding } from '../checks.ts'
import type { HttpResponse } from '../connection.ts'
import { type ContractOperation, type ContractResponse, exposedHeaders, httpResponses } from './openapi.ts'
import { errorsOf } from './schema.ts'

// These mean something only on the responses that document them.
const meaningful = 'location link etag last-modified www-authenticate deprecation sunset retry-after'.split(' ')

/**
 * Returns where a response differs from the contract.
 * @param method As it was sent.
 * @param operation `undefined` if the request matches no operation.
 * @param options `otherVary`: accept what a gateway adds to `Vary`. Default: no.
 */
export async function checkResponse(
  method: string,
  operation: ContractOperation | undefined,
  response: HttpResponse,
  { otherVary = false } = {},
): Promise<Finding[]> {
  const { status } = response
  const documented = [operation?.responses.get(status), httpResponses.get(status)].filter((one) => one !== undefined)
  if (documented.length === 0) {
    const message = `${status} ${STATUS_CODES[status] ?? ''} is not documented for this request`
    return [{ check: 'status_code_conformance', message }]
  }
  const results = await Array.fromAsync(documented, async (one) => [
    ...(await checkHeaders(one, response, otherVary)),
    ...(await checkBody(method, one, response)),
  ])
  return results.find((findings) => findings.length === 0) ?? results[0] ?? []
}

async function checkHeaders(
  documented: ContractResponse,
  { headers }: HttpResponse,
  otherVary: boolean,
): Promise<Finding[]> {
  // Servers and gateways add other headers (RFC 9110, 5.1).
  const unknown = meaningful.filter((name) => name in headers && !documented.headers.has(name))
  const wrong = await Array.fromAsync(documented.headers, async ([name, { required, schema }]) => {
    const value = headers[name]
    if (value === undefined) return required ? [`${name} is missing`] : []
    if (otherVary && name === 'vary') return []
    // A header is text. If its schema is numeric, validate the number that the text represents.
    const asText = await errorsOf(schema, value)
    const isValid = asText.length === 0 || (/^\d+$/.test(value) && (await errorsOf(schema, Number(value))).length === 0)
    return isValid ? [] : [`${name}: ${(asText[0] ?? '').replace('the value: ', '')}`]
  })
  return [
    ...unexposed(headers).map((name) => `access-control-expose-headers: ${name} is missing`),
    ...unknown.map((name) => `${name} is not documented for this response`),
    ...wrong.flat(),
  ].map((message) => ({ check: 'response_headers_conformance', message: `header ${message}` }))
}

/** The headers of a response that scripts of other origins must be able to read, but cannot. */
function unexposed(headers: HttpResponse['headers']): string[] {
  if (headers['access-control-allow-origin'] === undefined) return []
  const exposed = listOf(headers['access-control-expose-headers'])
  return exposed.includes('*') ? [] : exposedHeaders.filter((name) => name in headers && !exposed.includes(name))
}

/** The items of a header, in lower case. */
function listOf(header = ''): string[] {
  return header
    .toLowerCase()
    .split(/\s*,\s*/)
    .filter(Boolean)
}

/** Whether a header lists these items, in any order and in any case. `Allow` may also list OPTIONS. */
export function listsExactly(header: string | undefined, items: string[]): boolean {
  const listed = listOf(header).filter((item) => item !== 'options')
  return listed.toSorted().join() === listOf(items.join()).toSorted().join()
}

/**
 * The media type of a response, in lower case and without its parameters (RFC 9110, 8.3.1). All bodies are UTF-8: with another
 * `charset`, or parameters that cannot be read, the value stays as it was sent.
 */
export function mediaTypeOf(headers: HttpResponse['headers']): string | undefined {
  const value = headers['content-type']
  const [type = '', ...parameters] = (value ?? '').split(/[ \t]*;[ \t]*/)
  const areKnown = parameters.every((one) =>
    /^(?:charset="?utf-8"?|(?!charset=)[\w.+-]+=(?:[\w.+-]+|"[^"]*")|)$/i.test(one),
  )
  return areKnown ? value && type.toLowerCase() : value
}

async function checkBody(method: string, documented: ContractResponse, response: HttpResponse): Promise<Finding[]> {
  const { headers, body } = response
  const type = (message: string): Finding[] => [{ check: 'content_type_conformance', message }]
  const schema = (message: string): Finding[] => [{ check: 'response_schema_conformance', message }]
  const mediaType = mediaTypeOf(headers)
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
  if (method === 'HEAD') {
    // Of the body that GET has (RFC 9110, 8.6).
    const isLength = headers['content-length'] !== '0'
    const length: Finding[] = [{ check: 'response_headers_conformance', message: 'header content-length: 0 for HEAD' }]
    return [...(isLength ? [] : length), ...(body === '' ? [] : schema('a body in the response to HEAD'))]
  }
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
