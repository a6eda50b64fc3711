// Reads path and query from the request target, in whichever form a client sends it.
import type { Contract, Limits } from '../contract/contract.ts'
import { findOperation } from '../contract/routes.ts'
import { Problem } from '../problem.ts'
import type { HttpRequest } from './http.ts'

export interface PathAndQuery {
  /** Path with decoded unreserved characters only: `/%72ooms` and `/rooms` are the same (RFC 9110, 4.2.3). */
  path: string
  /** Query, not decoded, without the question mark; empty if there is none. */
  query: string
}

export interface RequestTarget extends PathAndQuery {
  /** The name or address that the client called, with a port if it sent one. Empty if it sent none. */
  host: string
}

/**
 * A server must accept a whole URL in the request line, whose host then counts instead of `Host` (RFC 9112, 3.2.2).
 * @throws {Problem} 414 for a target over the limit; 400 for a fragment, and without exactly one valid Host.
 */
export function readTarget(
  { target, headers, repeatedHeaders, isHttp10 = false }: HttpRequest,
  limits: Pick<Limits, 'targetBytes'>,
): RequestTarget {
  const { host: called, local } = splitHost(target)
  if (local.length > limits.targetBytes)
    throw new Problem('uri-too-long', `Path and query are longer than ${limits.targetBytes} bytes.`)
  // Two readers of one target must not differ on where it ends.
  if (target.includes('#')) throw malformed('A request target must not have a fragment (#).')
  const { host: hostHeader } = headers
  if (repeatedHeaders.includes('host') || (hostHeader === undefined && !isHttp10))
    throw malformed('A request must have exactly one Host header.')
  // A Host header may be empty. The host of a whole URL may not (RFC 9110, 4.2.1).
  for (const host of [called, hostHeader]) {
    if (host !== undefined && (!isHost(host) || called === ''))
      throw malformed('The host is not valid: send a name or an address, and a port.')
  }
  return { ...split(local), host: called ?? hostHeader ?? '' }
}

/** The parts of a target, without any check. */
export function splitTarget(target: string): PathAndQuery {
  return split(splitHost(target).local)
}

/** The id of the operation that a request calls, without any check; `undefined` if there is none. */
export function operationAt(
  contract: Contract,
  { method, target }: Pick<HttpRequest, 'method' | 'target'>,
): string | undefined {
  try {
    return findOperation(contract, method, splitTarget(target).path).id
  } catch {
    return undefined
  }
}

/** `host` is `undefined` if the target is only a path. */
function splitHost(target: string): { host: string | undefined; local: string } {
  if (target.startsWith('/')) return { host: undefined, local: target }
  const [, host, rest = target] = /^https?:\/\/([^/?]*)(.*)/i.exec(target) ?? []
  return { host, local: host === undefined || rest.startsWith('/') ? rest : `/${rest}` }
}

// RFC 9110, 7.2 and RFC 3986, 3.2: a name, an IPv4 address or an IPv6 address in brackets; no user.
function isHost(text: string): boolean {
  return /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d{0,5})?$/i.test(text)
}

function split(local: string): PathAndQuery {
  const end = local.indexOf('?')
  if (end === -1) return { path: decodeUnreserved(local), query: '' }
  return { path: decodeUnreserved(local.slice(0, end)), query: local.slice(end + 1) }
}

function decodeUnreserved(path: string): string {
  if (!path.includes('%')) return path
  return path.replace(/%[2-7][\da-f]/gi, (code) => {
    const character = decodeURIComponent(code)
    return /[\w.~-]/.test(character) ? character : code
  })
}

function malformed(detail: string): Problem {
  return new Problem('malformed-request', detail)
}
