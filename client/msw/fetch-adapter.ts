// Translates between the requests and responses of fetch and the pipeline of the service.
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

export function toResponse({ method }: Request, { status, headers, body }: HttpResponse): Response {
  if (body === undefined) return new Response(null, { status, headers })
  const bytes = new TextEncoder().encode(body.text)
  const all = { ...headers, 'Content-Type': body.mediaType, 'Content-Length': String(bytes.length) }
  return new Response(method === 'HEAD' ? null : bytes, { status, headers: all })
}
