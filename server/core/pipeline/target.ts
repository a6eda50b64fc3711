// Reads path and query from the request target, in whichever form a client sends it.
import { limits } from '../contract/plan.ts'
import { Problem } from '../problem.ts'
import type { HttpRequest } from './http.ts'

export interface Target {
  /** Not decoded. */
  path: string
  /** Not decoded, without the question mark; empty if there is none. */
  query: string
}

/**
 * A server must accept a whole URL in the request line (RFC 9112, 3.2.2): scheme and host are dropped.
 * @throws {Problem} 414 for a target over the limit; 400 for a fragment, and for a request without exactly one Host.
 */
export function readTarget({ target, headerValues, isHttp10 = false }: HttpRequest): Target {
  if (target.length > limits.targetBytes) {
    throw new Problem('/problems/uri-too-long', `Path and query are longer than ${limits.targetBytes} bytes.`)
  }
  // Two readers of one target must not differ on where it ends.
  if (target.includes('#')) throw malformed('A request target must not have a fragment (#).')
  const hosts = headerValues('host').length
  if (hosts > 1 || (hosts === 0 && !isHttp10)) throw malformed('A request must have exactly one Host header.')
  return splitTarget(target)
}

/** The parts of a target, without any check. */
export function splitTarget(target: string): Target {
  const afterHost = /^https?:\/\/[^/?]*(.*)/i.exec(target)?.[1]
  const local = afterHost === undefined || afterHost.startsWith('/') ? (afterHost ?? target) : `/${afterHost}`
  const at = local.indexOf('?')
  return at === -1 ? { path: local, query: '' } : { path: local.slice(0, at), query: local.slice(at + 1) }
}

function malformed(detail: string): Problem {
  return new Problem('/problems/malformed-request', detail)
}
