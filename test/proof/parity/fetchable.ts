// The bytes of a request as a Request of fetch, or why fetch could never send it: it writes the head itself, and refuses
// what it holds for wrong.
import { forbidden, type Unfetchable } from './handlers-differences.ts'

const origin = 'http://handlers.test'

/** @returns The reason where there is no such Request. */
export function fetchable(bytes: Buffer): Request | Unfetchable {
  const end = bytes.indexOf('\r\n\r\n')
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const body = bytes.subarray(end + 4)
  const [method = '', target = '', ...rest] = first.split(' ')
  const fields = lines.map((line) => readField(line)).filter(([name, value]) => !isFraming(name, value, body))

  if (!target.startsWith('/')) return 'a target that is a whole URL'
  if (rest.length > 1 || !isAsWritten(target)) return 'a target that URL writes otherwise'
  const names = fields.map(([name]) => name.toLowerCase())
  if (names.filter((name) => name === 'host').length !== 1) return 'a Host that is not one'
  const others = fields.filter(([name]) => name.toLowerCase() !== 'host')
  if (others.some(([name]) => forbidden.has(name.toLowerCase()))) return 'a header that fetch writes itself'
  if (new Set(names).size < names.length) return 'a header that is given twice'
  try {
    const init = { method, headers: others, ...(body.length > 0 && { body: Uint8Array.from(body) }) }
    const request = new Request(`${origin}${target}`, init)
    return request.method === method ? request : 'a method that fetch refuses, or writes otherwise'
  } catch {
    return method === 'TRACE' ? 'a method that fetch refuses, or writes otherwise' : 'a header that fetch refuses'
  }
}

function readField(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), line.slice(colon + 1).trim()]
}

// What says how long the body is, if it says so truly: fetch says that, too.
function isFraming(name: string, value: string, body: Buffer): boolean {
  return name === 'Content-Length' && value === String(body.length)
}

function isAsWritten(target: string): boolean {
  const { pathname, search, hash } = new URL(target.replace(/^\/+/, '/'), origin)
  return pathname + search + hash === target && hash === ''
}

export const baseUrl = origin
