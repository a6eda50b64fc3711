// Translates between Express and the pipeline.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Request, Response } from 'express'
import type { Contract } from '../../core/contract/contract.ts'
import type { Limits } from '../../core/contract/contract-data.ts'
import { fieldMessage } from '../../core/contract/field-message.ts'
import { type Methods, methodNotAllowed } from '../../core/contract/routes.ts'
import type { HttpRequest, HttpResponse, RequestBody } from '../../core/pipeline/http.ts'
import type { Pipeline } from '../../core/pipeline/pipeline.ts'
import { operationAt, type RequestTarget, readTarget } from '../../core/pipeline/target.ts'
import { invalidRequest, Problem } from '../../core/problem.ts'
import type { OnResponse } from '../monitoring/log.ts'

/** What responds to a path beside the API. */
export interface Endpoint {
  /** The methods of the path. OPTIONS needs no function. */
  methods: Methods
  /** @throws {Problem} */
  respond: (req: Request, res: Response, request: HttpRequest, target: RequestTarget) => Promise<void> | void
}

/** @throws {Problem} 414, 400, 405, and what the endpoint throws. */
export async function respondBeside(
  { limits }: Contract,
  { methods, respond }: Endpoint,
  { respondToOptions }: Pipeline,
  req: Request,
  res: Response,
): Promise<void> {
  const request = toHttpRequest(req, res)
  const target = readTarget(request, limits) // 414, 400
  if (req.method === 'OPTIONS') return send(res, respondToOptions(request, methods))
  if (!methods.allow.split(', ').includes(req.method)) throw methodNotAllowed(methods)
  await respond(req, res, request, target)
}

export function toHttpRequest(req: Request, res: Response): HttpRequest {
  const { requestId, headers: responseHeaders } = res.locals
  const { headers, repeatedHeaders } = readHeaders(req)
  const { 'transfer-encoding': coding, 'content-length': length = 0 } = req.headers
  const hasBody = coding !== undefined || Number(length) > 0
  return {
    id: requestId,
    method: req.method,
    target: req.originalUrl,
    headers,
    repeatedHeaders,
    isHttp10: req.httpVersion === '1.0',
    body: hasBody ? getBody(req, res) : undefined,
    client: req.socket,
    responseHeaders,
  }
}

export function observeResponse(contract: Contract, { method }: Request, res: Response, onResponse: OnResponse): void {
  const start = performance.now()
  res.on('close', () => {
    const { requestId, pending } = res.locals
    // A connection can end before the response.
    const operationId = pending === undefined ? res.locals.operationId : operationAt(contract, pending)
    const seconds = (performance.now() - start) / 1000
    const status = res.writableFinished ? res.statusCode : 'aborted'
    onResponse({ requestId, method, operationId, status, seconds })
  })
}

/** Sends nothing if the connection has failed and its error is sent already. */
export function send(res: Response, response: HttpResponse): void {
  if (res.headersSent) return
  const { locals } = res
  locals.operationId = response.operationId ?? locals.operationId
  locals.pending = undefined
  skipBody(res)
  write(res, response, locals.headers)
}

/** The rest of a body may be large, or never come: it is not read. */
export function skipBody(res: Response): void {
  if (!res.req.complete && !isSmallBody(res.req, res.locals.limits)) res.shouldKeepAlive = false
}

const nothing: readonly string[] = []

function readHeaders({ headers, rawHeaders }: IncomingMessage): Pick<HttpRequest, 'headers' | 'repeatedHeaders'> {
  const isComplete = Object.keys(headers).length * 2 === rawHeaders.length && headers['set-cookie'] === undefined
  // Then each name is there once. Only Set-Cookie has a list of values.
  if (isComplete) return { headers: headers as Record<string, string>, repeatedHeaders: nothing }
  // Node keeps only the first value of some fields.
  const values = new Map<string, string[]>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? ''
    const value = rawHeaders[index + 1] ?? ''
    const earlier = values.get(name)
    if (earlier === undefined) values.set(name, [value])
    else earlier.push(value)
  }
  const fields = [...values]
  return {
    headers: Object.fromEntries(fields.map(([name, all]) => [name, all.join(name === 'cookie' ? '; ' : ', ')])),
    repeatedHeaders: fields.filter(([, all]) => all.length > 1).map(([name]) => name),
  }
}

export function write(
  res: ServerResponse,
  { status, headers, body }: HttpResponse,
  others: Record<string, string> = {},
): void {
  // A new object: if it cannot be written, the response to that error starts without these headers.
  const all: Record<string, string | number> = { ...others, ...headers }
  // Express would add a charset, which JSON does not have (RFC 8259, 11).
  if (body !== undefined) all['Content-Type'] = body.mediaType
  // Otherwise Node would send a body of unknown length, unless the status forbids one.
  if (status !== 204 && status !== 304) all['Content-Length'] = Buffer.byteLength(body?.content ?? '')
  // Node leaves the body out for HEAD.
  res.writeHead(status, all).end(body?.content)
  forget(res.req)
}

/** Frees what the response does not need: its client may read it slowly. */
export function forget(req: IncomingMessage): void {
  req.rawHeaders = []
  req.headers = {}
  if (!req.complete) req.resume()
}

function isSmallBody({ headers }: IncomingMessage, { bodyBytes }: Limits): boolean {
  return headers.expect === undefined && Number(headers['content-length']) <= bodyBytes
}

function getBody(req: Request, res: Response): RequestBody {
  return {
    async read(limits) {
      if (Number(req.headers['content-length']) > limits.bodyBytes) return undefined
      if (req.headers.expect !== undefined) res.writeContinue()
      return chunkedBodies.get(req) ?? readAll(req, limits)
    },
  }
}

const chunkedBodies = new WeakMap<IncomingMessage, ReturnType<typeof readAll>>()

/** Reads a body in chunks when it arrives. Node would keep all chunks of a request that waits, and count only bytes. */
export function receiveChunks(req: IncomingMessage, limits: Limits): void {
  if (req.headers['transfer-encoding'] === undefined) return
  const body = readAll(req, limits)
  // Most requests that are refused are refused without their body.
  body.catch(() => {})
  chunkedBodies.set(req, body)
}

/** `undefined` for a longer body. The connection stays open, and still gets the response. */
function readAll(req: IncomingMessage, { bodyBytes, bodyChunks }: Limits): Promise<Buffer | undefined> {
  // A copy: each chunk would keep the whole piece of the connection that it is a part of.
  let body = Buffer.alloc(0)
  let length = 0
  let count = 0
  return new Promise((resolve, reject) => {
    const keep = (chunk: Buffer) => {
      if (length + chunk.length > bodyBytes) resolve(undefined)
      else if (++count > bodyChunks) {
        // Node needs a microsecond or two for each of them, so that thousands would cost more than any other body.
        reject(new Problem('content-too-large', `The request body has more than ${bodyChunks} chunks.`))
      } else {
        if (length + chunk.length > body.length) body = Buffer.concat([body], 2 * (length + chunk.length))
        length += chunk.copy(body, length)
        return
      }
      // The rest is discarded.
      req.off('data', keep)
    }
    req.on('data', keep)
    req.once('end', () => resolve(body.subarray(0, length)))
    req.once('error', () => reject(invalidRequest({ pointer: '', detail: fieldMessage.incomplete })))
  })
}
