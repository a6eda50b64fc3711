// RFC 9110, 12.5.1: express-openapi-validator never answers 406, and Prism ends its process on an Accept it cannot read.
import type { Request } from 'express'
import { Problem } from '../problem.ts'
import type { Operation } from './operations.ts'

/** @throws {Problem} 406 where `Accept` allows none of the media types of a success that has a body. */
export function requireAcceptable(req: Request, { responses }: Operation): void {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const offered = [...new Set(successes.flatMap(([, { content = {} }]) => Object.keys(content)))]
  if (req.accepts(offered)) return
  throw new Problem('/problems/not-acceptable', `This operation answers with ${offered.join(' or ')}.`)
}
