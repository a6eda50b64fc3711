// Reads request bodies within the limits of the contract: in chunks as they arrive, others when the pipeline needs them.
// What a response does not need is freed.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Limits } from '../../core/contract/contract.ts'
import { fieldMessage } from '../../core/contract/field-message.ts'
import type { BodyReader } from '../../core/pipeline/http.ts'
import { invalidRequest, Problem } from '../../core/problem.ts'

export function getBody(req: IncomingMessage, res: ServerResponse): BodyReader {
  return {
    async read(limits) {
      if (Number(req.headers['content-length']) > limits.bodyBytes) return undefined
      if (req.headers.expect !== undefined) res.writeContinue()
      return chunkedBodies.get(req) ?? readAll(req, limits)
    },
  }
}

const chunkedBodies = new WeakMap<IncomingMessage, ReturnType<typeof readAll>>()

/** Reads a chunked body as it arrives. Node would keep all chunks of a request that waits, and count only bytes. */
export function receiveChunks(req: IncomingMessage, limits: Limits): void {
  if (req.headers['transfer-encoding'] === undefined) return
  const body = readAll(req, limits)
  // Most requests that are refused are refused without their body.
  body.catch(() => {})
  chunkedBodies.set(req, body)
}

/** Resolves with `undefined` for a longer body. The connection stays open, and still gets the response. */
function readAll(req: IncomingMessage, { bodyBytes, bodyChunks }: Limits): Promise<Buffer | undefined> {
  // The chunks are copied: each would keep the whole buffer that the connection has read.
  let body = Buffer.alloc(0)
  let length = 0
  let count = 0
  return new Promise((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      if (length + chunk.length > bodyBytes) resolve(undefined)
      else if (++count > bodyChunks) {
        // Node needs a microsecond or two for each chunk, so thousands would cost more than any other body.
        reject(new Problem('content-too-large', `The request body has more than ${bodyChunks} chunks.`))
      } else {
        if (length + chunk.length > body.length) body = Buffer.concat([body], 2 * (length + chunk.length))
        length += chunk.copy(body, length)
        return
      }
      // The rest is discarded.
      req.off('data', collect)
    }
    req.on('data', collect)
    req.once('end', () => resolve(body.subarray(0, length)))
    req.once('error', () => reject(invalidRequest({ pointer: '', detail: fieldMessage.incomplete })))
  })
}

/** Closes the connection after the response if the rest of the body may be large, or may never arrive. */
export function closeUnlessBodySmall(res: ServerResponse, { bodyBytes }: Limits): void {
  const { complete, headers } = res.req
  const { expect, 'transfer-encoding': coding, 'content-length': length = 0 } = headers
  const isSmall = expect === undefined && coding === undefined && Number(length) <= bodyBytes
  if (!complete && !isSmall) res.shouldKeepAlive = false
}

/** Frees what the response does not need: its client may read it slowly. */
export function releaseRequest(req: IncomingMessage): void {
  req.rawHeaders = []
  req.headers = {}
  req.headersDistinct = {}
  if (!req.complete) req.resume()
}
