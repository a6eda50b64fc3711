// The Express app: headers for every response, then the limit per address, the pages for people, and the pipeline.
import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import express, { type Request, type Response } from 'express'
import type { Contract } from '../../core/contract/contract.ts'
import { createPipeline, type Pipeline, type PipelineParts } from '../../core/pipeline/pipeline.ts'
import { splitTarget } from '../../core/pipeline/target.ts'
import type { OnResponse } from '../monitoring/log.ts'
import { developmentTokenEndpoint, type SignIn, signInPath } from './development-token.ts'
import { observeResponse, respondBeside, send, toHttpRequest } from './express-adapter.ts'
import { createPages, type Page } from './pages.ts'
import type { RateLimits } from './rate-limit.ts'
import { type HeaderParts, startHeaders } from './response-headers.ts'

export interface AppParts extends PipelineParts, HeaderParts {
  documents: URL
  /** `undefined` for no limits at all. `limitCaller` replaces the limit for callers. */
  limits: RateLimits | undefined
  /** Adds to what the pipeline does, such as recording it. */
  extend?: (pipeline: Pipeline) => Pipeline
  /** As Express takes it. Default: forwarding headers are ignored. */
  trustProxy?: number | string[] | false
  onResponse?: OnResponse
  /** Pages of an app that uses the service, by path. */
  appPages?: Record<string, Page>
  /** Signs in a page of the service itself. Default: pages get no token. */
  signInPage?: SignIn | undefined
  /** Returns a new lower-case UUID each time. Default: a random one. */
  newRequestId?: () => string
}

export interface App {
  contract: Contract
  handle: RequestListener
  pipeline: Pipeline
  /** Counts requests that get no response in the limit of their address. */
  countUnanswered: (address: string, requests: number) => void
}

export function createApp(contract: Contract, parts: AppParts): App {
  const { limits, onResponse, trustProxy = false, extend = (pipeline) => pipeline } = parts
  const limitCaller: PipelineParts['limitCaller'] =
    limits && ((owner, { responseHeaders }) => limits.countCaller(owner, responseHeaders))
  const pipeline = extend(createPipeline(contract, { limitCaller, ...parts }))
  const endpoints = createPages(contract, parts.documents, parts.appPages)
  if (parts.signInPage && !contract.hasPath(signInPath)) {
    endpoints.set(signInPath, developmentTokenEndpoint(parts.signInPage))
  }
  const start = startHeaders(contract, parts.newRequestId ?? randomUUID, parts)
  // Express computes `ip` from the headers of proxies each time, even if it trusts none.
  const getAddress = (req: Request) => (trustProxy === false ? req.socket.remoteAddress : req.ip) ?? ''

  const respond = async (req: Request, res: Response) => {
    start(req, res)
    if (onResponse) observeResponse(contract, req, res, onResponse)
    try {
      limits?.countAddress(getAddress(req), res.locals.headers)
      const endpoint = endpoints.get(splitTarget(req.originalUrl).path)
      if (endpoint !== undefined) await respondBeside(contract, endpoint, pipeline, req, res)
      else {
        res.locals.pending = toHttpRequest(req, res)
        send(res, await pipeline.respond(res.locals.pending))
      }
    } catch (error) {
      const { requestId: id, headers: responseHeaders } = res.locals
      send(res, pipeline.respondWithError({ id, responseHeaders }, error))
    }
  }
  const app = express().disable('etag').disable('x-powered-by').set('trust proxy', trustProxy)
  // One middleware, because each has a cost: docs/performance.md.
  app.use(respond)
  const handle: RequestListener = (req, res) => {
    // Express makes them its own requests and responses before it does anything else.
    const [request, response] = [req as Request, res as Response]
    const disconnect = () => void res.destroy()
    app(request, response, (error: unknown) => {
      // Express finds no path in some targets, such as `http://`, and calls no middleware.
      if (error === undefined) respond(request, response).catch(disconnect)
      else disconnect()
    })
  }
  const countUnanswered: App['countUnanswered'] = (address, requests) => {
    try {
      limits?.countAddress(address, {}, requests)
    } catch {
      // They have reached the limit: the next request gets 429.
    }
  }
  return { contract, handle, pipeline, countUnanswered }
}
