// Translates between Express and the pipeline.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Request, Response } from 'express'
import type { Limits } from '../../core/contract/contract-data.ts'
import type { HttpRequest, HttpResponse, RequestBody } from '../../core/pipeline/http.ts'
import { invalidRequest, Problem } from '../../core/problem.ts'
import type { RateLimits } from './rate-limit.ts'

export function toHttpRequest(req: Request, res: Response, rateLimits?: RateLimits): HttpRequest {
  const { locals } = res
  return {
    id: locals.requestId,
    method: req.method,
    target: req.originalUrl,
    headerValues: (name) => headerValues(req, name),
    headers: () => headers(req),
    isHttp10: req.httpVersion === '1.0',
    body: hasBody(req) ? bodyOf(req, res) : undefined,
    limitCaller: rateLimits && ((owner) => rateLimits.countCaller(owner, locals.headers)),
    responseHeader: (name) => locals.headers[name],
    isAbandoned: () => req.socket.destroyed,
    onOperation: (id) => {
      locals.operationId = id
    },
  }
}

/** Sends nothing if the connection has failed and its error is sent already. */
export function send(res: Response, response: HttpResponse): void {
  if (res.headersSent) return
  leaveBody(res)
  write(res, response, res.locals.headers)
}

/** The rest of a body may be large, or never come: it is not read. */
export function leaveBody(res: Response): void {
  if (!res.req.complete && !isSmallBody(res.req, res.locals.limits)) res.shouldKeepAlive = false
}

// Node can list them by name, but it would first do so for all headers.
function headerValues({ rawHeaders }: Request, lowerCaseName: string): string[] {
  const values: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === lowerCaseName.length && name.toLowerCase() === lowerCaseName) {
      values.push(rawHeaders[index + 1] ?? '')
    }
  }
  return values
}

// All fields of one name as one value; Node would keep only the first value of some.
function headers({ headersDistinct }: Request): Record<string, string> {
  return Object.fromEntries(Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]))
}

/** @param others Headers that the pipeline does not know. */
export function write(
  res: ServerResponse,
  { status, headers, body }: HttpResponse,
  others: Record<string, string> = {},
): void {
  // A new object: if it cannot be written, the response to that error starts without these headers.
  const all: Record<string, string | number> = { ...others, ...headers }
  if (body === undefined) {
    // Node would send a body of unknown length, unless the status forbids one.
    if (status !== 204 && status !== 304) all['Content-Length'] = 0
    res.writeHead(status, all).end()
    forget(res.req)
    return
  }
  const { mediaType, text } = body
  // Express would add a charset, which JSON does not have (RFC 8259, 11). Node leaves the body out for HEAD.
  all['Content-Type'] = mediaType
  all['Content-Length'] = Buffer.byteLength(text)
  res.writeHead(status, all).end(text)
  forget(res.req)
}

/** Frees what the response does not need: its client may read it slowly. */
export function forget(req: IncomingMessage): void {
  req.rawHeaders = []
  req.headers = {}
  if (!req.complete) req.resume()
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function isSmallBody({ headers }: IncomingMessage, { bodyBytes }: Limits): boolean {
  return headers.expect === undefined && Number(headers['content-length']) <= bodyBytes
}

function bodyOf(req: Request, res: Response): RequestBody {
  return {
    async read(limits) {
      if (Number(req.headers['content-length']) > limits.bodyBytes) return undefined
      if (req.headers.expect !== undefined) res.writeContinue()
      return readAll(req, limits)
    },
  }
}

/** `undefined` for a longer body. The connection stays open, and still gets the response. */
function readAll(req: Request, { bodyBytes, bodyChunks }: Limits): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  return new Promise((resolve, reject) => {
    const keep = (chunk: Buffer) => {
      length += chunk.length
      if (length > bodyBytes) resolve(undefined)
      else if (chunks.push(chunk) > bodyChunks) reject(tooManyChunks(bodyChunks))
      else return
      req.off('data', keep).pause()
    }
    req.on('data', keep)
    req.once('end', () => resolve(Buffer.concat(chunks)))
    req.once('error', () => reject(invalidRequest({ pointer: '', detail: 'is incomplete' })))
  })
}

// Node needs a microsecond or two for each of them, so that thousands would cost more than any other body.
function tooManyChunks(most: number): Problem {
  return new Problem('content-too-large', `The request body has more than ${most} chunks.`)
}
