// Parses the request target, in origin-form or absolute-form (RFC 9112, 3.2).
import type { Contract, Limits } from '../contract/contract.ts'
import { findOperation } from '../contract/routes.ts'
import { Problem } from '../problem.ts'
import type { HttpRequest } from './http.ts'

export interface PathAndQuery {
  /** Path in which only unreserved characters are decoded: `/%72ooms` is the same as `/rooms` (RFC 9110, 4.2.3). */
  path: string
  /** Query, not decoded, without the question mark; empty if there is none. */
  query: string
}

export interface RequestTarget extends PathAndQuery {
  /** Host of the request, with its port if the client sent one. Empty if it sent no host. */
  host: string
}

/**
 * Parses the target. In absolute-form, its host replaces that of the Host header (RFC 9112, 3.2.2).
 * @throws {Problem} 414 over the limit; 400 for a fragment, an invalid host, a repeated Host, and none in HTTP/1.1.
 */
export function readTarget(
  { target, headers, repeatedHeaders, isHttp10 = false }: HttpRequest,
  limits: Pick<Limits, 'targetBytes'>,
): RequestTarget {
  const { host: targetHost, originForm } = splitHost(target)
  if (originForm.length > limits.targetBytes)
    throw new Problem('uri-too-long', `Path and query are longer than ${limits.targetBytes} bytes.`)
  // Two parsers of one target must not differ on where it ends.
  if (target.includes('#')) throw malformed('A request target must not have a fragment (#).')
  const { host: hostHeader } = headers
  if (repeatedHeaders.includes('host') || (hostHeader === undefined && !isHttp10))
    throw malformed('A request must have exactly one Host header.')
  // The host in a Host header may be empty. The host in an absolute-form may not (RFC 9110, 4.2.1).
  const isHostEmpty = targetHost?.split(':', 1)[0] === ''
  for (const host of [targetHost, hostHeader]) {
    if (host !== undefined && (!isHost(host) || isHostEmpty))
      throw malformed('The host is not valid: send a name or an address, and a port.')
  }
  return { ...split(originForm), host: targetHost ?? hostHeader ?? '' }
}

/** Returns path and query of a target, without any check. */
export function splitTarget(target: string): PathAndQuery {
  return split(splitHost(target).originForm)
}

/** Returns the operationId of a request, without other checks; `undefined` if it calls no operation. */
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

/** Splits an absolute-form of http or https. `host` is `undefined` for any other target. */
function splitHost(target: string): { host: string | undefined; originForm: string } {
  if (target.startsWith('/')) return { host: undefined, originForm: target }
  const [, host, rest = target] = /^https?:\/\/([^/?]*)(.*)/i.exec(target) ?? []
  return { host, originForm: host === undefined || rest.startsWith('/') ? rest : `/${rest}` }
}

// RFC 9110, 7.2 and RFC 3986, 3.2: a name, an IPv4 address or an IPv6 address in brackets, without userinfo.
function isHost(text: string): boolean {
  return /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d{0,5})?$/i.test(text)
}

function split(originForm: string): PathAndQuery {
  const end = originForm.indexOf('?')
  if (end === -1) return { path: decodeUnreserved(originForm), query: '' }
  return { path: decodeUnreserved(originForm.slice(0, end)), query: originForm.slice(end + 1) }
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
