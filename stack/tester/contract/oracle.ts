// The test oracle: decides whether a response is as the contract documents it. It does not use the response validation
// of the service, because it finds defects there.
import { STATUS_CODES } from 'node:http'
import type { Finding } from '../checks.ts'
import type { HttpResponse } from '../connection.ts'
import { anyValue } from './document-node.ts'
import type { ContractOperation } from './operations.ts'
import { type ContractResponse, getContent } from './responses.ts'
import type { TestedContract } from './tested-contract.ts'

// These mean something only on the responses that document them.
const meaningful = 'location link etag last-modified www-authenticate deprecation sunset retry-after'.split(' ')

/**
 * Returns where a response differs from the contract.
 * @param method As it was sent.
 * @param operation `undefined` if the request matches no operation.
 */
export function checkResponse(
  contract: TestedContract,
  method: string,
  operation: ContractOperation | undefined,
  response: HttpResponse,
): Finding[] {
  const { status } = response
  const documented = [operation?.responses.get(status), contract.httpResponses.get(status)].filter(
    (one) => one !== undefined,
  )
  if (documented.length === 0) {
    const message = `${status} ${STATUS_CODES[status] ?? ''} is not documented for this request`
    return [{ check: 'status_code_conformance', message }]
  }
  const results = documented.map((one) => [
    ...checkHeaders(contract, one, response),
    ...checkBody(method, one, response),
  ])
  return results.find((findings) => findings.length === 0) ?? results[0] ?? []
}

function checkHeaders(contract: TestedContract, documented: ContractResponse, { headers }: HttpResponse): Finding[] {
  // Servers and gateways add other headers (RFC 9110, 5.1).
  const unknown = meaningful.filter((name) => name in headers && !documented.headers.has(name))
  const wrong = [...documented.headers].flatMap(([name, { required, schema }]) => {
    const value = headers[name]
    if (value === undefined) return required ? [`${name} is missing`] : []
    const isValid = getValues(value).some((one) => schema.isValid(one))
    return isValid
      ? []
      : schema
          .findErrors(value)
          .slice(0, 1)
          .map((line) => `${name}: ${line.replace('the value: ', '')}`)
  })
  return [
    ...unexposed(contract, headers).map((name) => `access-control-expose-headers: ${name} is missing`),
    ...unknown.map((name) => `${name} is not documented for this response`),
    ...wrong,
  ].map((message): Finding => ({ check: 'response_headers_conformance', message: `header ${message}` }))
}

/** What the text of a header can mean: a string, another scalar, an array or an object (style `simple`). */
function getValues(text: string): unknown[] {
  const parts = text.split(',').map((part) => part.trim())
  const pairs = parts.map((part, index) => (part.includes('=') ? part.split('=') : parts.slice(index, index + 2)))
  const named = text.includes('=') ? pairs : pairs.filter((_, index) => index % 2 === 0)
  const objects = [String, toScalar].map((read) =>
    Object.fromEntries(named.map(([name = '', value = '']) => [name, read(value)])),
  )
  return [text, toScalar(text), parts, parts.map(toScalar), ...objects]
}

function toScalar(text: string): unknown {
  return /^(?:true|false|null|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/i.test(text) ? JSON.parse(text.toLowerCase()) : text
}

/** The headers of a response that scripts of other origins must be able to read, but cannot. */
function unexposed({ exposedHeaders }: TestedContract, headers: HttpResponse['headers']): string[] {
  if (headers['access-control-allow-origin'] === undefined) return []
  const exposed = toList(headers['access-control-expose-headers'])
  return exposed.includes('*') ? [] : exposedHeaders.filter((name) => name in headers && !exposed.includes(name))
}

/** The items of a header, in lower case. */
function toList(header = ''): string[] {
  return header
    .toLowerCase()
    .split(/\s*,\s*/)
    .filter(Boolean)
}

/** Whether a header lists these items, in any order and in any case. `Allow` may also list OPTIONS. */
export function listsExactly(header: string | undefined, items: string[]): boolean {
  const listed = toList(header).filter((item) => item !== 'options')
  return listed.toSorted().join() === toList(items.join()).toSorted().join()
}

/**
 * The media type of a response, in lower case and without its parameters (RFC 9110, 8.3.1). All bodies are UTF-8: with
 * another `charset`, or parameters that cannot be read, the value stays as it was sent.
 */
export function getMediaType(headers: HttpResponse['headers']): string | undefined {
  const value = headers['content-type']
  const [type = '', ...parameters] = (value ?? '').split(/[ \t]*;[ \t]*/)
  const areKnown = parameters.every((one) =>
    /^(?:charset="?utf-8"?|(?!charset=)[\w.+-]+=(?:[\w.+-]+|"[^"]*")|)$/i.test(one),
  )
  return areKnown ? value && type.toLowerCase() : value
}

function checkBody(method: string, documented: ContractResponse, response: HttpResponse): Finding[] {
  const { headers, body } = response
  const type = (message: string): Finding[] => [{ check: 'content_type_conformance', message }]
  const schema = (message: string): Finding[] => [{ check: 'response_schema_conformance', message }]
  const mediaType = getMediaType(headers)
  if (documented.content.size === 0) {
    return [
      ...(mediaType === undefined ? [] : type(`a Content-Type, ${mediaType}, without a body`)),
      ...(body === '' ? [] : schema('a body, but none is documented')),
    ]
  }
  const content = mediaType && getContent(documented.content, mediaType)
  if (!content) {
    return type(`media type: expected ${[...documented.content.keys()].join(' or ')}, got ${mediaType ?? 'none'}`)
  }
  if (method === 'HEAD') {
    // Of the body that GET has (RFC 9110, 8.6).
    const isLength = headers['content-length'] !== '0'
    const length: Finding[] = [{ check: 'response_headers_conformance', message: 'header content-length: 0 for HEAD' }]
    return [...(isLength ? [] : length), ...(body === '' ? [] : schema('a body in the response to HEAD'))]
  }
  const isText = mediaType.startsWith('text/') || isJson(mediaType)
  if (content.schema.pointer === anyValue || !isText) return []
  if (response.isBroken) return schema(`the body is not valid UTF-8: ${body.slice(0, 300)}`)
  // Nothing but a string can be compared with another text.
  if (!isJson(mediaType) && content.schema.keywords.type !== 'string') return []
  const value = isJson(mediaType) ? parseJson(body) : body
  if (value === undefined) return schema(`the body is not JSON: ${body.slice(0, 100)}`)
  const errors = content.schema.findErrors(value)
  const { instance, type: ownType } = Object(value)
  const named = `urn:uuid:${headers['request-id'] ?? ' and the Request-Id, which is missing'}`
  const isNamed = !content.types.includes(ownType) || instance === named
  return [
    ...errors.flatMap((line) => schema(`body: ${line}`)),
    ...(isNamed ? [] : schema(`instance: expected ${named}, got ${instance ?? 'none'}`)),
  ]
}

function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(mediaType)
}

/** The parsed text; `undefined` if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
