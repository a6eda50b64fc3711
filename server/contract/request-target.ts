// One request, one form: what HTTP lets a client write in two ways reaches the rest of the road in one.
import type { Request } from 'express'

/**
 * A server must accept a whole URL in the request line (RFC 9112, 3.2.2). Express routes by `url`,
 * express-openapi-validator by `originalUrl`; both then see what they would have seen without scheme and host.
 */
export function canonicaliseTarget(req: Request): void {
  const path = /^https?:\/\/[^/?#]*(?<path>.*)$/i.exec(req.url)?.groups?.path
  if (path === undefined) return
  req.url = path.startsWith('/') ? path : `/${path}`
  req.originalUrl = req.url
}

/** HEAD is GET whose body Node leaves out (RFC 9110, 9.3.2); express-openapi-validator would answer 405. */
export function asGet(req: Request): void {
  if (req.method === 'HEAD') req.method = 'GET'
}
