// One HTTP exchange: headers for every response, the rate limit of the address, then a page or the pipeline, which gets
// the request as plain data.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import express, { type Request, type Response } from 'express'
import type { Contract } from '../../core/contract/contract.ts'
import { hasPath } from '../../core/contract/routes.ts'
import type { HttpRequest, HttpResponse } from '../../core/pipeline/http.ts'
import { createPipeline, type Pipeline, type PipelineParts } from '../../core/pipeline/pipeline.ts'
import { operationAt, splitTarget } from '../../core/pipeline/target.ts'
import type { Problem } from '../../core/problem.ts'
import type { OnResponse } from '../monitoring/observe.ts'
import { developmentTokenEndpoint, type SignIn, signInPath } from './development-token.ts'
import { createPages, type DocumentPage, respondOutsideApi } from './pages.ts'
import type { RateLimits } from './rate-limit.ts'
import { closeUnlessBodySmall, getBody, releaseRequest } from './request-body.ts'
import { createHeaderWriter, type HeaderOptions } from './response-headers.ts'

declare global {
  namespace Express {
    interface Locals {
      /** A lower-case UUID. It names the request in the response and in the log. */
      requestId: string
      /** The request to which the pipeline has not responded yet. */
      pending?: HttpRequest | undefined
      operationId?: string | undefined
    }
  }
}

export interface AppParts extends PipelineParts, HeaderOptions {
  documents: URL
  /** `undefined`: no rate limits. `limitPrincipal` replaces the limit per principal. */
  limits: RateLimits | undefined
  /** Returns the pipeline with more behaviour, such as recording. */
  extend?: (pipeline: Pipeline) => Pipeline
  /** Trusted proxies in the form of Express. Default: forwarding headers are ignored. */
  trustProxy?: number | string[] | false
  onResponse?: OnResponse
  /** Pages of an app that uses the service, by path. */
  appPages?: Record<string, DocumentPage>
  /** Signs in a page of the service itself. Default: pages get no token. */
  signInPage?: SignIn | undefined
  /** Returns a new lower-case UUID each time. Default: a random one. */
  newRequestId?: () => string
}

export interface App {
  contract: Contract
  handle: RequestListener
  /** Responds with a problem of HTTP itself (http-problems.ts), and then closes the connection. */
  refuse: (res: ServerResponse & { locals?: Partial<Express.Locals> }, problem: Problem) => void
  /** Counts unanswered requests towards the limit of their address. */
  countUnanswered: (address: string, requests: number) => void
}

export function createApp(contract: Contract, parts: AppParts): App {
  const { limits, onResponse = () => {}, trustProxy = false, newRequestId = randomUUID } = parts
  const { extend = (pipeline) => pipeline } = parts
  const limitPrincipal: PipelineParts['limitPrincipal'] =
    limits && ((owner, { responseHeaders }) => limits.countPrincipal(owner, responseHeaders))
  const pipeline = extend(createPipeline(contract, { limitPrincipal, ...parts }))
  const endpoints = createPages(contract, parts.documents, parts.appPages)
  if (parts.signInPage && !hasPath(contract, signInPath))
    endpoints.set(signInPath, developmentTokenEndpoint(parts.signInPage))
  const headersFor = createHeaderWriter(contract, parts)
  // Express computes `ip` from the headers of proxies each time, even if it trusts none.
  const getAddress = (req: Request) => (trustProxy === false ? req.socket.remoteAddress : req.ip) ?? ''

  /** Sends nothing if a response has started already, for example that to an error of the connection. */
  function send(res: Response, request: HttpRequest, response: HttpResponse): void {
    if (res.headersSent) return
    res.locals.pending = undefined
    res.locals.operationId = response.operationId
    closeUnlessBodySmall(res, contract.limits)
    write(res, response, request.responseHeaders)
  }

  async function respond(req: Request, res: Response): Promise<void> {
    const id = newRequestId()
    const { locals } = res
    locals.requestId = id
    observeResponse(contract, req, res, onResponse)
    const request = toHttpRequest(res, id, headersFor(id, req))
    try {
      limits?.countAddress(getAddress(req), request.responseHeaders)
      const endpoint = endpoints.get(splitTarget(request.target).path)
      if (endpoint === undefined) locals.pending = request
      const response = endpoint
        ? await respondOutsideApi(contract, endpoint, pipeline, request, res)
        : await pipeline.respond(request)
      if (response !== undefined) send(res, request, response)
    } catch (error) {
      send(res, request, pipeline.respondWithError(request, error))
    }
  }

  const app = express().disable('etag').disable('x-powered-by').set('trust proxy', trustProxy)
  // Only one middleware, because each has a cost: docs/performance.md.
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
  const refuse: App['refuse'] = (res, problem) => {
    // A request that `handle` got has an id already, and its response is reported when it closes.
    const { requestId } = res.locals ?? {}
    const id = requestId ?? newRequestId()
    const responseHeaders = headersFor(id, res.req)
    const response = pipeline.respondWithError({ id, responseHeaders }, problem)
    res.shouldKeepAlive = false
    write(res, response, responseHeaders)
    if (requestId !== undefined) return
    onResponse({ requestId: id, method: undefined, operationId: undefined, status: response.status, seconds: 0 })
  }
  const countUnanswered: App['countUnanswered'] = (address, requests) => {
    try {
      limits?.countAddress(address, {}, requests)
    } catch {
      // They have reached the limit: the next request gets 429.
    }
  }
  return { contract, handle, refuse, countUnanswered }
}

function toHttpRequest(res: Response, id: string, responseHeaders: Record<string, string>): HttpRequest {
  const { req } = res
  const { 'transfer-encoding': coding, 'content-length': length = 0 } = req.headers
  const hasBody = coding !== undefined || Number(length) > 0
  return {
    id,
    method: req.method,
    target: req.originalUrl,
    ...readHeaders(req),
    isHttp10: req.httpVersion === '1.0',
    body: hasBody ? getBody(req, res) : undefined,
    client: req.socket,
    responseHeaders,
  }
}

function readHeaders(req: IncomingMessage): Pick<HttpRequest, 'headers' | 'repeatedHeaders'> {
  const { headers, rawHeaders } = req
  const hasNoRepeats = Object.keys(headers).length * 2 === rawHeaders.length && headers['set-cookie'] === undefined
  // Then each name occurs once. Only Set-Cookie has a list of values.
  if (hasNoRepeats) return { headers: headers as Record<string, string>, repeatedHeaders: [] }
  // For some fields, `headers` has only the first value.
  const fields = Object.entries(req.headersDistinct).map(([name, values = []]) => ({ name, values }))
  return {
    headers: Object.fromEntries(fields.map(({ name, values }) => [name, values.join(name === 'cookie' ? '; ' : ', ')])),
    repeatedHeaders: fields.filter(({ values }) => values.length > 1).map(({ name }) => name),
  }
}

function observeResponse(contract: Contract, { method }: Request, res: Response, onResponse: OnResponse): void {
  const start = performance.now()
  res.on('close', () => {
    const { requestId, pending } = res.locals
    // A connection can end before the pipeline responds.
    const operationId = pending === undefined ? res.locals.operationId : operationAt(contract, pending)
    const seconds = (performance.now() - start) / 1000
    const status = res.writableFinished ? res.statusCode : 'aborted'
    onResponse({ requestId, method, operationId, status, seconds })
  })
}

function write(res: ServerResponse, { status, headers, body }: HttpResponse, commonHeaders: object): void {
  // A new object: if it cannot be written, the response to that error starts without these headers.
  const allHeaders: Record<string, string | number> = { ...commonHeaders, ...headers }
  // Express would add a charset, which JSON does not define (RFC 8259, 11).
  if (body !== undefined) allHeaders['Content-Type'] = body.mediaType
  // Otherwise Node would use chunked transfer coding. 204 and 304 have no body.
  if (status !== 204 && status !== 304) allHeaders['Content-Length'] = Buffer.byteLength(body?.content ?? '')
  // Node omits the body for HEAD.
  res.writeHead(status, allHeaders).end(body?.content)
  releaseRequest(res.req)
}
