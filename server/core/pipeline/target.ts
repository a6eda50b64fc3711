// Reads path and query from the request target, in whichever form a client sends it.
import { limits } from '../contract/plan.ts'
import { Problem } from '../problem.ts'
import type { HttpRequest } from './http.ts'

export interface Target {
  /** Only unreserved characters are decoded: `/%70lants` and `/plants` are the same path (RFC 9110, 4.2.3). */
  path: string
  /** Not decoded, without the question mark; empty if there is none. */
  query: string
}

/**
 * A server must accept a whole URL in the request line (RFC 9112, 3.2.2): scheme and host are dropped.
 * @throws {Problem} 414 for a target over the limit; 400 for a fragment, and for a request without exactly one Host.
 */
export function readTarget({ target, headerValues, isHttp10 = false }: HttpRequest): Target {
  const local = withoutHost(target)
  if (local.length > limits.targetBytes) {
    throw new Problem('uri-too-long', `Path and query are longer than ${limits.targetBytes} bytes.`)
  }
  // Two readers of one target must not differ on where it ends.
  if (target.includes('#')) throw malformed('A request target must not have a fragment (#).')
  const hosts = headerValues('host').length
  if (hosts > 1 || (hosts === 0 && !isHttp10)) throw malformed('A request must have exactly one Host header.')
  return split(local)
}

/** The parts of a target, without any check. */
export function splitTarget(target: string): Target {
  return split(withoutHost(target))
}

function withoutHost(target: string): string {
  const afterHost = /^https?:\/\/[^/?]*(.*)/i.exec(target)?.[1]
  return afterHost === undefined || afterHost.startsWith('/') ? (afterHost ?? target) : `/${afterHost}`
}

function split(local: string): Target {
  const [path = ''] = local.split('?', 1)
  return { path: decodeUnreserved(path), query: local.slice(path.length + 1) }
}

function decodeUnreserved(path: string): string {
  return path.replace(/%[2-7][\da-f]/gi, (code) => {
    const character = decodeURIComponent(code)
    return /[\w.~-]/.test(character) ? character : code
  })
}

function malformed(detail: string): Problem {
  return new Problem('malformed-request', detail)
}
