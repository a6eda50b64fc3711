// How often one address, and one caller, may ask: a step of the front door each, by express-rate-limit, which writes the
// fields of draft-ietf-httpapi-ratelimit-headers-08 on the answer.
import type { Request, Response } from 'express'
import { ipKeyGenerator, rateLimit } from 'express-rate-limit'
import { Problem } from '../problem.ts'
import { run } from './middleware.ts'

export interface RateLimits {
  /** Before authentication. @throws {Problem} 429 */
  ofAddress: (req: Request, res: Response) => Promise<void>
  /** @throws {Problem} 429 */
  ofCaller: (req: Request, res: Response, owner: string) => Promise<void>
}

// Many callers may share an address; who has no token is held back at the latest here.
const callersAtAnAddress = 10

/** @param perMinute Requests of one caller; 0 for no limits at all. */
export function rateLimits(perMinute: number): RateLimits {
  if (perMinute === 0) return { ofAddress: async () => {}, ofCaller: async () => {} }
  const address = limiter('address', perMinute * callersAtAnAddress, (req) => ipKeyGenerator(req.ip ?? ''))
  const caller = limiter('caller', perMinute, (_req, res) => res.locals.owner ?? '')
  return {
    ofAddress: (req, res) => run(address, req, res),
    ofCaller: (req, res, owner) => {
      res.locals.owner = owner
      return run(caller, req, res)
    },
  }
}

declare global {
  namespace Express {
    interface Locals {
      /** Whose request it is, once that is known. */
      owner?: string
    }
  }
}

function limiter(identifier: string, limit: number, keyGenerator: (req: Request, res: Response) => string) {
  return rateLimit({
    windowMs: 60_000,
    limit,
    identifier,
    keyGenerator,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    // It would warn on the console of forwarding headers that we ignore on purpose (TRUST_PROXY).
    validate: { xForwardedForHeader: false, forwardedHeader: false },
    // Its own answer would be HTML.
    handler: (_req, res, next) => {
      const seconds = res.getHeader('Retry-After')
      next(
        new Problem(
          '/problems/too-many-requests',
          `Too many requests from this ${identifier}. Try again in ${seconds} seconds.`,
        ),
      )
    },
  })
}
