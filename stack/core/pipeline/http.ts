// Requests and responses as the pipeline sees them: without Node, Express or a browser. An adapter translates.
import type { Limits } from '../contract/contract-data.ts'

export interface HttpRequest {
  /** A lower-case UUID. It names the request in the response and in the log. */
  id: string
  method: string
  /** As in the request line: path and query, not decoded; or a whole URL (RFC 9112, 3.2.2). */
  target: string
  /** Every value of a header field, one for each time that it was sent. */
  headerValues: (lowerCaseName: string) => string[]
  /** All header fields, by lower-case name. */
  headers?: () => Record<string, string>
  /** HTTP/1.0 does not need a Host. */
  isHttp10?: boolean
  /** `undefined` if the request has no body. */
  body: RequestBody | undefined

  /** The adapter's limit for a caller. @throws {Problem} 429 */
  limitCaller?: ((owner: string) => void) | undefined
  /** Headers that the adapter has set on the response, such as those of CORS. */
  responseHeader?: (name: string) => string | undefined
  /** Returns whether the connection has ended, so the response cannot arrive. Default: it has not. */
  isAbandoned?: () => boolean
  /** Called as soon as the operation is known. */
  onOperation?: (id: string) => void
}

/** What a response takes from its request. */
export type ResponseContext = Pick<HttpRequest, 'id' | 'responseHeader'>

export interface RequestBody {
  /**
   * The whole body; `undefined` if it is larger than the limit.
   * @throws {Problem} 400 if the body cannot be read to its end; 413 if it has too many chunks.
   */
  read: (limits: Limits) => Promise<Uint8Array | undefined>
}

/** A complete response, checked against the contract. */
export interface HttpResponse {
  status: number
  /** By their names as the contract writes them, without Content-Type and Content-Length. */
  headers: Record<string, string>
  /** `undefined`: no body. */
  body: { mediaType: string; text: string } | undefined
}

/** A response before the pipeline completes it: headers that are constant in the contract are left out. */
export interface DraftResponse {
  status: number
  headers?: Record<string, string | undefined>
  /** A JSON value. */
  body?: unknown
  /** The body as JSON, if it is serialised already. Without both, the response has no body. */
  text?: string
  /** Builds the response to a GET again, with more care, if this one breaks the contract. */
  again?: () => Promise<DraftResponse>
  /** @returns The error of a request whose response breaks the contract, after it may have changed something. */
  failed?: (error: unknown) => unknown
}

/** The fields of one name as one value (RFC 9110, 5.2). */
export function header({ headerValues }: HttpRequest, lowerCaseName: string): string | undefined {
  const values = headerValues(lowerCaseName)
  return values.length === 0 ? undefined : values.join(', ')
}
