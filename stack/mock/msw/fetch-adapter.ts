// Translates between the requests and responses of fetch and the pipeline of the service.

import type { HttpRequest, HttpResponse } from '../../core/pipeline/http.ts'
import type { Delivery } from '../core/control.ts'
import { chunkEveryMs, toChunks } from '../core/delivery.ts'

/** @param target Path and query that a server of the contract gets. @param id A new UUID. */
export async function toHttpRequest(request: Request, target: string, id: string): Promise<HttpRequest> {
  // A clone, because an override may read the body too.
  const bytes = new Uint8Array(await request.clone().arrayBuffer())
  const { host } = new URL(request.url)
  // The Headers of happy-dom keep the case of the names.
  const headers = Object.fromEntries(Array.from(request.headers, ([name, value]) => [name.toLowerCase(), value]))
  return {
    id,
    method: request.method,
    target,
    headers: { ...headers, host },
    repeatedHeaders: [],
    body:
      bytes.length === 0
        ? undefined
        : { read: async (limits) => (bytes.length > limits.bodyBytes ? undefined : bytes) },
    responseHeaders: {},
  }
}

/** @param delivery How it arrives. Default: at once. */
export function toResponse(
  { method }: Request,
  { status, headers, body }: HttpResponse,
  delivery?: Delivery,
): Response {
  const hasBody = body !== undefined && method !== 'HEAD'
  // A head cannot be sent in parts.
  if (delivery?.cut === 'before' || (delivery?.cut === 'middle' && !hasBody)) return Response.error()
  if (body === undefined) return new Response(null, { status, headers })
  // The bytes of a handler may be a view of memory that others share.
  const bytes =
    typeof body.content === 'string' ? new TextEncoder().encode(body.content) : Uint8Array.from(body.content)
  const all = { ...headers, 'Content-Type': body.mediaType, 'Content-Length': String(bytes.length) }
  const content = delivery ? getStream(bytes, delivery) : bytes
  return new Response(hasBody ? content : null, { status, headers: all })
}

function getStream(bytes: Uint8Array, delivery: Delivery): ReadableStream {
  const chunks = toChunks(bytes, delivery)
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = chunks.next()
      if (done && delivery.cut !== undefined) return controller.error(new TypeError('The connection was cut.'))
      if (done) return controller.close()
      controller.enqueue(value)
      // Also before a cut: Mock Service Worker 3 drops the bytes if an error follows them at once.
      await new Promise((resolve) => setTimeout(resolve, chunkEveryMs))
    },
  })
}
