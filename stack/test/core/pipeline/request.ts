// A request as plain data, for the steps of the pipeline.
import type { HttpRequest } from '../../../core/pipeline/http.ts'

export function requestWith(changes: Partial<HttpRequest>): HttpRequest {
  const nothing = { id: '', method: 'GET', target: '/', headers: {}, repeatedHeaders: [], responseHeaders: {} }
  return { ...nothing, body: undefined, ...changes }
}
