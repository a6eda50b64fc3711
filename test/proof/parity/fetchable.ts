// Converts the bytes of a request into a Request of fetch, or tells why fetch cannot send it.
import type { Unsendable } from './allowed-differences.ts'

export const baseUrl = 'http://handlers.test'

/** Scripts may not set these headers (Fetch, 2.2.2). */
const forbidden = new Set(['accept-encoding', 'content-length', 'cookie', 'expect', 'transfer-encoding'])

export function toRequest(bytes: Buffer): Request | Unsendable {
  const end = bytes.indexOf('\r\n\r\n')
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const body = bytes.subarray(end + 4)
  const [method = '', target = '', ...rest] = first.split(' ')
  // fetch writes the length of the body, too.
  const headers = lines
    .map(readHeader)
    .filter(([name, value]) => name !== 'Content-Length' || value !== `${body.length}`)
  const names = headers.map(([name]) => name.toLowerCase())
  const hosts = headers.flatMap(([name, value]) => (name.toLowerCase() === 'host' ? [value] : []))

  if (!target.startsWith('/')) return 'a target that is a whole URL'
  if (rest.length > 1 || !isUnchanged(target)) return 'a target that the URL parser changes'
  if (hosts.length !== 1) return 'a missing or repeated Host'
  if (hosts.some((host) => host.includes('@'))) return 'a Host that is not valid'
  if (names.some((name) => forbidden.has(name))) return 'a header that fetch writes'
  if (new Set(names).size < names.length) return 'a repeated header'
  try {
    const others = headers.filter(([name]) => name.toLowerCase() !== 'host')
    const init = { method, headers: others, ...(body.length > 0 && { body: Uint8Array.from(body) }) }
    const request = new Request(`${baseUrl}${target}`, init)
    return request.method === method ? request : 'a method that fetch rejects or changes'
  } catch {
    return method === 'TRACE' ? 'a method that fetch rejects or changes' : 'a header that fetch rejects'
  }
}

function readHeader(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), line.slice(colon + 1).trim()]
}

function isUnchanged(target: string): boolean {
  const { pathname, search, hash } = new URL(target.replace(/^\/+/, '/'), baseUrl)
  return pathname + search + hash === target && hash === ''
}
