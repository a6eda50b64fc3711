// Reads a request body as the contract takes it: a documented media type, in UTF-8, within the limit, one JSON value
// without repeated names.

import { limits, takes } from '../../generated/exchanges.ts'
import type { OperationId } from '../operation-table.ts'
import { cut, escapePart, invalid, Refusal } from './refusal.ts'

/** The parsed body; `undefined` where the operation takes none, whatever was sent. @throws {Refusal} */
export async function readBody(id: OperationId, request: Request): Promise<unknown> {
  const { mediaTypes } = takes[id]
  if (mediaTypes.length === 0) return undefined
  const bytes = await request.clone().arrayBuffer()
  if (bytes.byteLength === 0) throw invalid({ pointer: '', detail: 'a body is required' })
  const coding = request.headers.get('Content-Encoding') ?? 'identity'
  const mediaType = utf8MediaType(request.headers.get('Content-Type') ?? '')
  if (!mediaTypes.includes(mediaType) || coding.toLowerCase() !== 'identity') throw new Refusal(415)
  if (bytes.byteLength > limits.bodyBytes) throw new Refusal(413)
  return parse(decode(bytes))
}

// RFC 9110, 8.3.1. The empty text where it is none, or its charset is another.
function utf8MediaType(contentType: string): string {
  const [, mediaType = '', parameters = ''] = /^\s*([^\s;/]+\/[^\s;,]+)\s*(;.*)?$/.exec(contentType) ?? []
  const charset = /;\s*charset=(?:"([^"]*)"|([^\s;]*))/i.exec(parameters)
  return /^utf-8$/i.test(charset?.[1] ?? charset?.[2] ?? 'utf-8') ? mediaType.toLowerCase() : ''
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw invalid({ pointer: '', detail: 'must be UTF-8' })
  }
}

function parse(text: string): unknown {
  const value = parsed(text)
  const repeated = repeatedName(text)
  if (repeated !== undefined) throw invalid({ pointer: cut(repeated), detail: 'must be given once' })
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid({ pointer: '', detail: 'must be JSON' })
  }
}

interface Level {
  /** Of an object, so far; none of an array. */
  names: Set<string>
  /** Of the member that is being read. */
  key: string | number
}

// JSON.parse keeps the last of two members with one name; another reader might keep the first (RFC 8259, 4). That the
// text is JSON is known by now, so a string before a colon is a name.
function repeatedName(text: string): string | undefined {
  const levels: Level[] = []
  for (const [token, string, colon] of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\],]/g)) {
    const level = levels.at(-1)
    if (token === '{' || token === '[') levels.push({ names: new Set(), key: 0 })
    else if (token === '}' || token === ']') levels.pop()
    else if (token === ',' && typeof level?.key === 'number') level.key++
    else if (level && string !== undefined && colon !== undefined) {
      level.key = String(JSON.parse(string))
      if (level.names.has(level.key)) return levels.map(({ key }) => `/${escapePart(String(key))}`).join('')
      level.names.add(level.key)
    }
  }
  return undefined
}
