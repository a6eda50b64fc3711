// Reads the parts of a request, in the order of the contract.
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { invalid, Problem } from './problem.ts'
import { validators } from './validate.ts'

const maxTarget = 8_192
const maxBody = 16_384
const maxContentType = 256
const host = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(?::\d*)?$/i

/** @throws {Problem} 414 or 400. */
export function readTarget({ url = '', headersDistinct }: IncomingMessage): { segments: string[]; query: string } {
  const [, authority, rest = url] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url) ?? []
  if (rest.length > maxTarget) throw new Problem('uri-too-long', 'Path and query are too long.')
  const hosts = [...(headersDistinct.host ?? []), ...(authority === undefined ? [] : [authority])]
  if (headersDistinct.host?.length !== 1 || hosts.some((one) => !host.test(one)) || rest.includes('#')) {
    throw new Problem('malformed-request', 'The host or the target is not valid.')
  }
  const [path = '', ...query] = rest.split('?')
  return { segments: path.split('/'), query: query.join('?') }
}

/** `undefined` if the text is not valid. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Whether JSON may be returned. */
export function accepts(accept = ''): boolean {
  const ranges = accept.split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()))
  const known = (type: string) => ranges.find(([range]) => range === type)
  const [, ...parameters] = known('application/json') ?? known('application/*') ?? known('*/*') ?? ['', 'q=0']
  return accept === '' || !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
}

/** @throws {Problem} 400 without a body, 415 or 413. */
export async function readBytes(req: IncomingMessage, types: string[]): Promise<Buffer> {
  if (types.length === 0) return Buffer.alloc(0)
  const { 'content-length': length, 'content-type': contentType = '', 'content-encoding': coding } = req.headers
  const isChunked = req.headers['transfer-encoding'] !== undefined
  if (!isChunked && (length ?? '0') === '0') throw invalid({ pointer: '', detail: 'is required' })
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  const isUtf8 = parameters.every((one) => !one.startsWith('charset=') || /^charset="?utf-8"?$/.test(one))
  const isPlain = (coding ?? 'identity').toLowerCase() === 'identity'
  if (!types.includes(type) || !isUtf8 || !isPlain || contentType.length > maxContentType) {
    const headers = { Accept: types.join(', '), ...(!isPlain && { 'Accept-Encoding': 'identity' }) }
    const patch = types.length > 1 && { 'Accept-Patch': types.join(', ') }
    throw new Problem('unsupported-media-type', 'Send JSON in UTF-8.', { headers: { ...headers, ...patch } })
  }
  const bytes = Number(length ?? 0) > maxBody ? undefined : await buffer(req)
  if (bytes === undefined || bytes.length > maxBody) throw new Problem('content-too-large', 'The body is too large.')
  return bytes
}

/** @throws {Problem} 400. */
export function readParameters(query: string, known: string[]): Map<string, string> {
  const parameters = new Map<string, string>()
  for (const pair of query.split('&').filter(Boolean)) {
    const [name = '', ...rest] = pair.split('=')
    const parameter = decoded(name) ?? name
    const value = decoded(rest.join('='))
    const isUnknown = !known.includes(parameter)
    if (isUnknown || parameters.has(parameter) || value === undefined) {
      const detail = isUnknown ? 'is unknown' : 'must be there once, in UTF-8'
      throw invalid({ parameter: parameter.slice(0, 500), detail })
    }
    parameters.set(parameter, value)
  }
  return parameters
}

const checks = { limit: validators.limit, after: validators.id, tag: validators.tag }

/** @throws {Problem} 400. */
export function readListQuery(parameters: Map<string, string>) {
  for (const [parameter, validate] of Object.entries(checks)) {
    const text = parameters.get(parameter)
    const isNumber = parameter === 'limit' && /^[1-9]\d*$/.test(text ?? '')
    if (text !== undefined && !validate(isNumber ? Number(text) : text)) {
      throw invalid({ parameter, detail: 'is not valid' })
    }
  }
  const { limit = '20', after = '', tag }: Record<string, string | undefined> = Object.fromEntries(parameters)
  return { limit: Number(limit), after, tag }
}

/** @throws {Problem} 400. */
export function checkHeaders({ headers }: IncomingMessage, takesKey: boolean): void {
  const strict = { 'If-Match': validators.tags, 'If-None-Match': validators.tags, 'Idempotency-Key': validators.key }
  for (const [header, validate] of Object.entries(strict)) {
    const value = headers[header.toLowerCase()]
    if (value === undefined || (header === 'Idempotency-Key' && !takesKey) || validate(value)) continue
    throw invalid({ header, detail: 'is not valid' })
  }
}

/** The key without quotes. */
export function readKey(key: string | undefined): string | undefined {
  return key?.startsWith('"') ? key.slice(1, -1).replace(/\\(.)/g, '$1') : key
}
