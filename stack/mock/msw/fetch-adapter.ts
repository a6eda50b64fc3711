// Converts requests of fetch for the pipeline, and responses of the pipeline for fetch.

import type { HttpRequest, HttpResponse } from '../../core/pipeline/http.ts'
import type { Delivery } from '../core/control.ts'
import { chunkEveryMs, toChunks } from '../core/delivery.ts'

/** @param target Path and query for a server of the contract. @param id A new UUID. */
export async function toHttpRequest(request: Request, target: string, id: string): Promise<HttpRequest> {
  // A clone, because an override may read the body too.
  const bytes = new Uint8Array(await request.clone().arrayBuffer())
  const { host } = new URL(request.url)
  // `Headers` of happy-dom keeps the case of the names.
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

/** @param delivery Default: at once. */
export function toResponse(
  { method }: Request,
  { status, headers, body }: HttpResponse,
  delivery?: Delivery,
): Response {
  const hasBody = body !== undefined && method !== 'HEAD'
  // The head of a Response cannot be cut.
  if (delivery?.cut === 'before' || (delivery?.cut === 'middle' && !hasBody)) return Response.error()
  if (body === undefined) return new Response(null, { status, headers })
  // The bytes of a handler may be a view of a shared buffer.
  const bytes =
    typeof body.content === 'string' ? new TextEncoder().encode(body.content) : Uint8Array.from(body.content)
  const allHeaders = { ...headers, 'Content-Type': body.mediaType, 'Content-Length': String(bytes.length) }
  const content = delivery ? getStream(bytes, delivery) : bytes
  return new Response(hasBody ? content : null, { status, headers: allHeaders })
}

function getStream(bytes: Uint8Array, delivery: Delivery): ReadableStream {
  const chunks = toChunks(bytes, delivery)
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = chunks.next()
      if (done && delivery.cut !== undefined) return controller.error(new TypeError('The connection was cut.'))
      if (done) return controller.close()
      controller.enqueue(value)
      // Waits even before a cut: Mock Service Worker 3 drops the bytes if an error follows them at once.
      await new Promise((resolve) => setTimeout(resolve, chunkEveryMs))
    },
  })
}
