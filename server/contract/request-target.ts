// One request, one form: what HTTP lets a client write in two ways reaches the rest of the road in one.
import type { Request, RequestHandler } from 'express'
import { Problem } from '../problem.ts'
import { limits } from './document.ts'

/**
 * A server must accept a whole URL in the request line (RFC 9112, 3.2.2). Express routes by `url`,
 * express-openapi-validator by `originalUrl`; both then see what they would have seen without scheme and host.
 * @throws {Problem} 414 for a target over the limit, 400 for one with a fragment and for a request without one Host.
 */
export const canonicaliseTarget: RequestHandler = (req, _res, next) => {
  if (req.originalUrl.length > limits.targetBytes) {
    throw new Problem('/problems/uri-too-long', `Path and query are longer than ${limits.targetBytes} bytes.`)
  }
  // Two readers of one target must not differ on where it ends.
  if (req.originalUrl.includes('#')) throw malformed('A request target has no fragment.')
  const hosts = req.headersDistinct.host?.length ?? 0
  if (hosts > 1 || (hosts === 0 && req.httpVersion !== '1.0')) throw malformed('A request has exactly one Host header.')

  const path = /^https?:\/\/[^/?]*(?<path>.*)$/i.exec(req.originalUrl)?.groups?.path
  if (path !== undefined) {
    req.url = path.startsWith('/') ? path : `/${path}`
    req.originalUrl = req.url
  }
  next()
}

/** As it stands in the request line, without the query, and not decoded. */
export function pathOf(req: Request): string {
  return req.originalUrl.split('?', 1)[0] ?? ''
}

/** HEAD is GET whose body Node leaves out (RFC 9110, 9.3.2); express-openapi-validator would answer 405. */
export function asGet(req: Request): void {
  if (req.method === 'HEAD') req.method = 'GET'
}

function malformed(detail: string): Problem {
  return new Problem('/problems/malformed-request', detail)
}
