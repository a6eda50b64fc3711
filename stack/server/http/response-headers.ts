// The headers of every response, whatever its path: an id, security headers and CORS headers.
import type { IncomingMessage } from 'node:http'
import type { Contract } from '../../core/contract/contract.ts'
import { isLoopbackOrigin } from '../loopback.ts'

/** All origins; or the listed ones, such as `https://app.example`, and those of this machine if `loopback` is true. */
export type AllowedOrigins = '*' | { origins: string[]; loopback: boolean }

export interface HeaderOptions {
  allowedOrigins: AllowedOrigins
  extraRequestHeaders?: string[]
  /** `max-age` of Strict-Transport-Security. Default: 0, the header is not sent. */
  hstsSeconds?: number
}

/** Returns a function for the headers of the response to a request, by their names as the contract writes them. */
export function createHeaderWriter(contract: Contract, options: HeaderOptions) {
  const security = securityHeaders(options.hstsSeconds)
  const cors = corsHeaders(contract, options.allowedOrigins, options.extraRequestHeaders)
  return (id: string, req: IncomingMessage): Record<string, string> => {
    return { 'Request-Id': id, ...security, ...cors(req) }
  }
}

/** Headers for JSON, as the REST cheat sheet of OWASP lists them. Pages add those for documents (pages.ts). */
function securityHeaders(hstsSeconds = 0): Record<string, string> {
  return {
    'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(hstsSeconds > 0 && { 'Strict-Transport-Security': `max-age=${hstsSeconds}` }),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  }
}

/** Returns a function for the CORS headers of the response to a request: only pages of allowed origins may read it. */
function corsHeaders(
  { operations, exposedHeaders }: Contract,
  allowed: AllowedOrigins,
  extraRequestHeaders: string[] = [],
): (request: IncomingMessage) => Record<string, string> {
  const allOperations = Object.values(operations)
  const requirements = allOperations.flatMap(({ security }) => security?.alternatives.flat() ?? [])
  const names = requirements.flatMap(({ in: location, name = '' }) => (location === 'header' ? [name] : []))
  const parameterNames = allOperations.flatMap(({ parameters }) => Object.keys(parameters.headers))
  const requestHeaders = [...new Set(['Authorization', 'Content-Type', ...names, ...parameterNames])]
  const preflight = {
    'Access-Control-Allow-Methods': 'GET,POST,PUT,PATCH,DELETE,HEAD',
    'Access-Control-Allow-Headers': [...requestHeaders, ...extraRequestHeaders].join(','),
    'Access-Control-Max-Age': '600',
  }
  const exposed = exposedHeaders.length > 0 && { 'Access-Control-Expose-Headers': exposedHeaders.join(',') }
  const allowedOrigin = (origin?: string) => {
    if (allowed === '*') return '*'
    if (origin === undefined) return undefined
    return allowed.origins.includes(origin) || (allowed.loopback && isLoopbackOrigin(origin)) ? origin : undefined
  }
  return ({ method, headers }) => {
    const origin = allowedOrigin(headers.origin)
    if (origin === undefined) return {}
    return {
      'Access-Control-Allow-Origin': origin,
      ...(origin !== '*' && { Vary: 'Origin' }),
      ...(method === 'OPTIONS' && preflight),
      ...exposed,
    }
  }
}
