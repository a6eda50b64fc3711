// Express middleware as a step of the front door: one that resolves, or throws.
import type { Request, RequestHandler, Response } from 'express'

export function run(handler: RequestHandler, req: Request, res: Response): Promise<void> {
  return new Promise((done, fail) => {
    const next = (thrown?: unknown) => (thrown === undefined ? done() : fail(thrown))
    Promise.resolve(handler(req, res, next)).catch(fail)
  })
}
