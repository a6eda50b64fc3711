// The whole road of a request: named, open to pages of other origins, past the pages for people, through the front door,
// and to an operation behind it.
import { randomUUID } from 'node:crypto'
import express, { type ErrorRequestHandler, type Express } from 'express'
import helmet from 'helmet'
import type { VerifyToken } from './auth/token.ts'
import { type AllowsOrigin, crossOrigin } from './contract/cors.ts'
import { frontDoor, type Perform } from './contract/front-door.ts'
import { rateLimits } from './contract/rate-limit.ts'
import { type Report, sendProblem } from './contract/reply.ts'
import { nameRequest } from './contract/request-id.ts'
import { canonicaliseTarget } from './contract/request-target.ts'
import { type OnAnswer, observe } from './ops/answers.ts'
import { servePages } from './pages.ts'

export interface AppParts {
  /** What stands behind the front door: the operations, or Prism. */
  perform: Perform
  verify: VerifyToken
  allowsOrigin: AllowsOrigin
  /** Request headers that pages may send besides those of the contract. */
  moreHeaders?: string[]
  /** Of one caller; 0 for no limits at all. */
  requestsPerMinute: number
  /** As Express takes it; forwarding headers are ignored unless told otherwise. */
  trustProxy?: number | string[] | false
  report: Report
  onAnswer?: OnAnswer
  /** Lower-case UUIDs, random unless told otherwise. */
  newRequestId?: () => string
}

export function createApp(parts: AppParts): Express {
  const { perform, verify, allowsOrigin, moreHeaders, requestsPerMinute, trustProxy = false, report } = parts
  const app = express()
  // The contract's paths are strict and case-sensitive; express-openapi-validator reads these two as well.
  app.enable('strict routing').enable('case sensitive routing').disable('x-powered-by').disable('etag')
  app.set('trust proxy', trustProxy)
  app.use(nameRequest(parts.newRequestId ?? randomUUID))
  if (parts.onAnswer) app.use(observe(parts.onAnswer))
  app.use(securityHeaders)
  app.use(crossOrigin(allowsOrigin, moreHeaders))
  app.use(canonicaliseTarget)
  app.use(servePages)
  app.use(frontDoor({ verify, limits: rateLimits(requestsPerMinute), perform, report }))
  app.use(faultsOf(report))
  return app
}

const securityHeaders = helmet({
  // For JSON, which loads nothing; pages have their own (pages.ts).
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
})

// Four parameters are how Express knows it: for what is thrown before the front door, and not caught there.
function faultsOf(report: Report): ErrorRequestHandler {
  return (thrown, _req, res, _next) => sendProblem(res, undefined, thrown, report)
}
