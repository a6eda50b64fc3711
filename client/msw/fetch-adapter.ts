// Translates between the requests and responses of fetch and the pipeline of the service.
import type { Delivery } from '../../server/core/mock/control.ts'
import { chunkEveryMs, chunksOf } from '../../server/core/mock/delivery.ts'
import type { HttpRequest, HttpResponse } from '../../server/core/pipeline/http.ts'

/** @param target Path and query below the base URL. */
export async function toHttpRequest(request: Request, target: string): Promise<HttpRequest> {
  // A clone, because an override may read the body too.
  const bytes = new Uint8Array(await request.clone().arrayBuffer())
  const { host } = new URL(request.url)
  return {
    id: crypto.randomUUID(),
    method: request.method,
    target,
    headerValues: (name) => {
      const value = name === 'host' ? host : request.headers.get(name)
      return value === null ? [] : [value]
    },
    body: bytes.length === 0 ? undefined : { read: async (limit) => (bytes.length > limit ? undefined : bytes) },
  }
}

/** @param delivery How it arrives. Default: at once. */
export function toResponse(
  { method }: Request,
  { status, headers, body }: HttpResponse,
  delivery: Delivery = {},
): Response {
  if (delivery.cut === 'before') return Response.error()
  if (body === undefined) return new Response(null, { status, headers })
  const bytes = new TextEncoder().encode(body.text)
  const all = { ...headers, 'Content-Type': body.mediaType, 'Content-Length': String(bytes.length) }
  return new Response(method === 'HEAD' ? null : streamOf(bytes, delivery), { status, headers: all })
}

function streamOf(bytes: Uint8Array<ArrayBuffer>, delivery: Delivery): BodyInit {
  if (delivery.cut === undefined && delivery.bytesPerSecond === undefined) return bytes
  const chunks = chunksOf(bytes, delivery)
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = chunks.next()
      if (done && delivery.cut !== undefined) return controller.error(new TypeError('The connection was cut.'))
      if (done) return controller.close()
      controller.enqueue(value)
      if (delivery.bytesPerSecond !== undefined) await new Promise((resolve) => setTimeout(resolve, chunkEveryMs))
    },
  })
}
