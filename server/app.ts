// The whole road of a request: the docs beside the API, then the front door, and the operations behind it.
import express, { type Express } from 'express'
import type { VerifyToken } from './auth/token.ts'
import { frontDoor } from './contract/front-door.ts'
import { type Operations, performBy } from './contract/typed-operations.ts'
import { docs } from './docs.ts'

export interface AppParts {
  operations: Operations
  verify: VerifyToken
  report: (fault: unknown, requestId: string) => void
}

export function createApp({ operations, verify, report }: AppParts): Express {
  const app = express()
  // The contract's paths are strict and case-sensitive; express-openapi-validator reads these two as well.
  app.enable('strict routing').enable('case sensitive routing').disable('x-powered-by')
  app.use(docs())
  app.use(frontDoor({ verify, report, perform: performBy(operations) }))
  return app
}
