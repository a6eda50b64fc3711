// Translates between Express and the pipeline.
import express, { type Request, type Response } from 'express'
import type { HttpRequest, HttpResponse, RequestBody } from '../core/pipeline/http.ts'
import { invalidRequest } from '../core/problem.ts'
import type { RateLimits } from './rate-limit.ts'

export function toHttpRequest(req: Request, res: Response, limits?: RateLimits): HttpRequest {
  return {
    id: res.locals.requestId,
    method: req.method,
    target: req.originalUrl,
    headerValues: (name) => req.headersDistinct[name] ?? [],
    isHttp10: req.httpVersion === '1.0',
    body: hasBody(req) ? bodyOf(req, res) : undefined,
    ...(limits && {
      limitAddress: () => limits.ofAddress(req, res),
      limitCaller: (owner) => limits.ofCaller(req, res, owner),
    }),
    responseHeader: (name) => written(res, name),
    onOperation: (id) => {
      res.locals.operationId = id
    },
  }
}

export function send(res: Response, { status, headers, body }: HttpResponse): void {
  res.status(status)
  for (const name in headers) res.setHeader(name, headers[name] ?? '')
  if (body === undefined) return void res.end()
  const bytes = Buffer.from(body.text)
  // Express would add a charset, which JSON does not have (RFC 8259, 11). Node leaves the body out for HEAD.
  res.setHeader('Content-Type', body.mediaType).setHeader('Content-Length', bytes.length)
  res.end(bytes)
}

function written(res: Response, name: string): string | undefined {
  const value = res.getHeader(name)
  return value === undefined ? undefined : [value].flat().join(', ')
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function bodyOf(req: Request, res: Response): RequestBody {
  return {
    read: (limitBytes) =>
      new Promise((resolve, reject) => {
        // The pipeline has checked the media type and the encoding.
        const readRaw = express.raw({ type: () => true, limit: limitBytes, inflate: false })
        readRaw(req, res, (error?: { status?: number }) => {
          // It leaves a body of no bytes, sent in chunks, as it found it: undefined.
          if (error === undefined) resolve(req.body instanceof Uint8Array ? req.body : new Uint8Array())
          else if (error.status === 413) resolve(undefined)
          else if (error.status === 400)
            reject(invalidRequest({ pointer: '', detail: 'The request body is incomplete.' }))
          else reject(error)
        })
      }),
  }
}
