// Rate limits per address and per caller, by express-rate-limit. It sets the fields of
// draft-ietf-httpapi-ratelimit-headers-08 on the response.
import type { Request, RequestHandler, Response } from 'express'
import { ipKeyGenerator, rateLimit, type Store } from 'express-rate-limit'
import { Problem } from '../core/problem.ts'

export interface RateLimits {
  /** The first check of every request, whatever its path. Passes on a Problem with 429. */
  ofAddress: RequestHandler
  /** Once the token is verified. @throws {Problem} 429 */
  ofCaller: (req: Request, res: Response, owner: string) => Promise<void>
}

declare global {
  namespace Express {
    interface Locals {
      /** The owner of the request's token; `undefined` until the token is verified. */
      owner?: string
    }
  }
}

// Many callers can share one address. This limit also stops callers without a token.
const callersPerAddress = 10
const windowMs = 60_000

/** @param perMinute Requests per caller. Returns `undefined` for 0: no limits at all. */
export function createRateLimits(perMinute: number): RateLimits | undefined {
  if (perMinute === 0) return undefined
  const address = limiter('address', perMinute * callersPerAddress, (req) => ipKeyGenerator(withoutPort(req.ip ?? '')))
  const caller = limiter('caller', perMinute, (_req, res) => res.locals.owner ?? '')
  return {
    ofAddress: address,
    ofCaller: (req, res, owner) => {
      res.locals.owner = owner
      return run(caller, req, res)
    },
  }
}

// Some gateways write ports into X-Forwarded-For.
function withoutPort(address: string): string {
  const [, six, four] = /^\[([\da-f:.]+)\](?::\d+)?$|^([\d.]+):\d+$/i.exec(address) ?? []
  return six ?? four ?? address
}

function limiter(identifier: string, limit: number, keyGenerator: (req: Request, res: Response) => string) {
  return rateLimit({
    windowMs,
    store: countsOfWindow(),
    limit,
    identifier,
    keyGenerator,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    // It would warn on the console about forwarding headers that the service ignores on purpose (TRUST_PROXY).
    // Stryker disable next-line ObjectLiteral,BooleanLiteral: it changes only warnings
    validate: { xForwardedForHeader: false, forwardedHeader: false },
    // Its own response would be HTML.
    handler: (_req, res, next) => {
      const detail = `Too many requests from this ${identifier}. Retry in ${res.getHeader('Retry-After')} seconds.`
      next(new Problem('too-many-requests', detail))
    },
  })
}

// All keys share one window, so its end forgets all counts. The window follows the monotonic clock: the store of the library
// follows the wall clock, and makes callers wait for hours if that is set back.
function countsOfWindow(): Store {
  const counts = new Map<string, number>()
  let endsAt = 0
  return {
    increment(key) {
      const now = performance.now()
      if (now >= endsAt) {
        counts.clear()
        endsAt = now + windowMs
      }
      const totalHits = (counts.get(key) ?? 0) + 1
      counts.set(key, totalHits)
      // The library computes the wait from this time and the wall clock, at once.
      return { totalHits, resetTime: new Date(Date.now() + endsAt - now) }
    },
    // The library calls these only for options that are not set here.
    decrement() {},
    resetKey() {},
  }
}

function run(middleware: RequestHandler, req: Request, res: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = (error?: unknown) => (error === undefined ? resolve() : reject(error))
    Promise.resolve(middleware(req, res, next)).catch(reject)
  })
}
