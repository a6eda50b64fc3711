// Reads the request body: uncompressed, within the limit, and parsed by its media type, which must be documented.
import { MIMEType } from 'whatwg-mimetype'
import type { BodyKind, Limits, Operation } from '../contract/contract.ts'
import { fieldMessage } from '../contract/field-message.ts'
import { bodyKind, findBestMatch } from '../contract/media-types.ts'
import { invalidRequest, Problem } from '../problem.ts'
import { readForm, readMultipart } from './form.ts'
import type { HttpRequest } from './http.ts'
import { parseJson } from './json.ts'

export interface ParsedBody {
  /** Media type in lower case and without parameters. `undefined` without a body. */
  mediaType: string | undefined
  /** Media type or range whose schema describes the value; `undefined` if nothing validates it. */
  schemaMediaType: string | undefined
  /** JSON value, fields of a form, string or bytes. */
  value: unknown
  /** Fields of a form with files, which replace those of `value` after its validation. */
  files?: Record<string, unknown>
}

export const noBody: ParsedBody = { mediaType: undefined, schemaMediaType: undefined, value: undefined }

/** @throws {Problem} 400 without a body, then 415, 413, 400. */
export async function readBody(
  { headers, body, method }: HttpRequest,
  { requestBodies, requiresBody }: Operation,
  limits: Limits,
): Promise<ParsedBody> {
  const requestMediaTypes = Object.keys(requestBodies)
  if (requestMediaTypes.length === 0) return noBody
  if (body === undefined) throw missingBody()
  const { 'content-type': contentType = '' } = headers
  const isExact = requestMediaTypes.includes(contentType)
  const mediaType = isExact ? contentType : readMediaType(limits, contentType)
  const documented = mediaType === '' ? undefined : findBestMatch(mediaType, requestMediaTypes)
  const coding = headers['content-encoding'] ?? 'identity'
  // Compressed bodies are rejected: below the limit no client needs them, and a small one can unpack to a large one.
  const isPlain = coding.toLowerCase() === 'identity'
  if (documented === undefined || !isPlain) throw unsupportedMediaType(requestMediaTypes, method, isPlain)
  const bytes = await body.read(limits)
  if (bytes === undefined)
    throw new Problem('content-too-large', `The request body is larger than ${limits.bodyBytes} bytes.`)
  if (bytes.length === 0 && !requiresBody) return noBody
  if (bytes.length === 0) throw missingBody()
  const data = requestBodies[documented]
  const bodyInput = { mediaType, schemaMediaType: documented }
  switch (bodyKind(mediaType)) {
    case 'json':
      return { ...bodyInput, value: parseJson(decode(bytes), limits) }
    case 'form':
      return { ...bodyInput, ...(await readForm(decode(bytes), data, limits)) }
    case 'multipart':
      return { ...bodyInput, ...(await readMultipart(new Uint8Array(bytes), contentType, data, limits)) }
    case 'text':
      return { mediaType, schemaMediaType: data?.isString ? documented : undefined, value: decode(bytes) }
    case 'bytes':
      // A Buffer has more methods, but only in the service.
      return { mediaType, schemaMediaType: undefined, value: new Uint8Array(bytes) }
  }
}

function missingBody(): Problem {
  return invalidRequest({ pointer: '', detail: fieldMessage.required })
}

function unsupportedMediaType(mediaTypes: string[], method: string, isPlain: boolean): Problem {
  const accept = mediaTypes.join(', ')
  const isJson = mediaTypes.every((mediaType) => bodyKind(mediaType) === 'json')
  const expected = isJson ? 'uncompressed JSON in UTF-8,' : 'an uncompressed body, text in UTF-8,'
  return new Problem('unsupported-media-type', `Send ${expected} with Content-Type ${mediaTypes.join(' or ')}.`, {
    headers: {
      Accept: accept,
      ...(!isPlain && { 'Accept-Encoding': 'identity' }),
      ...(method === 'PATCH' && { 'Accept-Patch': accept }),
    },
  })
}

/** Kinds of bodies whose charset is ignored: it does not say how to decode the whole body. */
const charsetlessKinds: readonly BodyKind[] = ['bytes', 'multipart']

/** Returns the media type without parameters; `''` if it is malformed or too long, or its charset is not UTF-8. */
function readMediaType({ contentTypeBytes }: Limits, contentType: string): string {
  // whatwg-mimetype 5.0 needs half a second for 15,000 spaces.
  if (contentType.length > contentTypeBytes) return ''
  const type = MIMEType.parse(contentType)
  if (type === null) return ''
  const charset = type.parameters.get('charset') ?? 'utf-8'
  const isReadable = charset.toLowerCase() === 'utf-8' || charsetlessKinds.includes(bodyKind(type.essence))
  return isReadable ? type.essence : ''
}

// `ignoreBOM` keeps a byte order mark in the string, so that JSON.parse rejects it.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw invalidRequest({ pointer: '', detail: fieldMessage.notUtf8 })
  }
}
