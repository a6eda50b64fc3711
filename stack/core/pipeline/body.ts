// The request body: a documented media type, in UTF-8, within the limit, one JSON value without repeated names and without
// numbers that JSON.parse would change.
import { visit } from 'jsonc-parser'
import { MIMEType } from 'whatwg-mimetype'
import type { Limits } from '../contract/contract-data.ts'
import { escapeToken, truncate } from '../contract/json-pointer.ts'
import type { OperationPlan } from '../contract/plan.ts'
import { invalidRequest, Problem } from '../problem.ts'
import type { HttpRequest } from './http.ts'
import { numberError } from './numbers.ts'

export interface ReadBody {
  /** Without parameters; `undefined` if the operation takes no body. */
  mediaType: string | undefined
  /** The parsed JSON. */
  value: unknown
}

/** @throws {Problem} 400 without a body, then 415, 413, 400. */
export async function readBody(
  { headers, body }: HttpRequest,
  { requestMediaTypes }: OperationPlan,
  limits: Limits,
): Promise<ReadBody> {
  if (requestMediaTypes.length === 0) return { mediaType: undefined, value: undefined }
  if (body === undefined) throw invalidRequest({ pointer: '', detail: 'is required' })
  const { 'content-type': contentType = '' } = headers
  const isExact = requestMediaTypes.includes(contentType)
  const mediaType = isExact ? contentType : utf8MediaType(limits, contentType)
  const coding = headers['content-encoding'] ?? 'identity'
  // Compressed bodies are refused: at this size nobody needs them, and a small one can unpack to a large one.
  const isPlain = coding.toLowerCase() === 'identity'
  if (!requestMediaTypes.includes(mediaType) || !isPlain) {
    const detail = `Send uncompressed JSON in UTF-8, with Content-Type ${requestMediaTypes.join(' or ')}.`
    const accepted = { Accept: requestMediaTypes.join(', '), ...(!isPlain && { 'Accept-Encoding': 'identity' }) }
    throw new Problem('unsupported-media-type', detail, { headers: accepted })
  }
  const bytes = await body.read(limits)
  if (bytes === undefined) {
    throw new Problem('content-too-large', `The request body is larger than ${limits.bodyBytes} bytes.`)
  }
  return { mediaType, value: parseJson(decode(bytes), limits) }
}

/** Returns the media type without parameters; `''` if it is malformed or too long, or its charset is not UTF-8. */
function utf8MediaType({ contentTypeBytes }: Limits, contentType: string): string {
  // whatwg-mimetype 5.0 needs half a second for 15,000 spaces.
  if (contentType.length > contentTypeBytes) return ''
  const type = MIMEType.parse(contentType)
  const charset = type?.parameters.get('charset') ?? 'utf-8'
  return type !== null && charset.toLowerCase() === 'utf-8' ? type.essence : ''
}

// `ignoreBOM` keeps a byte order mark in the text, so that JSON.parse refuses it.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw invalidRequest({ pointer: '', detail: 'must be UTF-8' })
  }
}

/** @throws {Problem} 400 that names a place in the JSON. */
export function parseJson(text: string, limits: Pick<Limits, 'bodyLevels'>): unknown {
  try {
    const value: unknown = JSON.parse(text)
    refuseAmbiguous(text, limits)
    return value
  } catch (error) {
    if (error instanceof Problem) throw error
    throw invalidRequest({ pointer: '', detail: 'must be JSON' })
  }
}

// JSON.parse keeps the last of two members with one name; another reader might keep the first (RFC 8259, 4).
function refuseAmbiguous(text: string, { bodyLevels }: Pick<Limits, 'bodyLevels'>): void {
  // One for each object or array around the current value.
  const names: Set<string>[] = []
  const begin = () => {
    if (names.push(new Set()) <= bodyLevels) return
    throw invalidRequest({ pointer: '', detail: `must not have more than ${bodyLevels} levels` })
  }
  const end = () => void names.pop()
  visit(text, {
    onObjectBegin: begin,
    onObjectEnd: end,
    onArrayBegin: begin,
    onArrayEnd: end,
    onObjectProperty: (name, _offset, _length, _line, _column, pathSupplier) => {
      const seen = names.at(-1)
      const count = seen?.size
      if (seen?.add(name).size === count) throw invalidAt([...pathSupplier(), name], 'must not be repeated')
    },
    onLiteralValue: (value, offset, length, _line, _column, pathSupplier) => {
      const error = typeof value === 'number' ? numberError(text.slice(offset, offset + length)) : undefined
      if (error !== undefined) throw invalidAt(pathSupplier(), error)
    },
  })
}

function invalidAt(path: (string | number)[], detail: string): Problem {
  const pointer = path.map((token) => `/${escapeToken(String(token))}`).join('')
  return invalidRequest({ pointer: truncate(pointer), detail })
}
