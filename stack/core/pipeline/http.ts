// Requests and responses as the pipeline sees them: plain data, without Node, Express or a browser.
import type { Limits } from '../contract/contract.ts'
import type { Problem } from '../problem.ts'

export interface HttpRequest {
  /** Lower-case UUID that identifies the request in the response and in the log. */
  id: string
  method: string
  /** Request target, not decoded: usually in origin-form or absolute-form (RFC 9112, 3.2). */
  target: string
  /** Headers by lower-case name. Fields with the same name are combined into one value (RFC 9110, 5.2). */
  headers: Readonly<Record<string, string>>
  /** The lower-case names of the fields that were sent more than once. */
  repeatedHeaders: readonly string[]
  /** Whether this is HTTP/1.0, which does not require Host. */
  isHttp10?: boolean
  /** `undefined` if the request has no body. The pipeline reads it after it has checked the media type. */
  body: BodyReader | undefined
  /** Connection of the request. Once it is destroyed, no response can arrive. Default: it stays open. */
  client?: { readonly destroyed: boolean }
  /** Headers for the response, such as those of CORS. The limit per principal adds to them. */
  responseHeaders: Record<string, string>
}

/** What a response takes from its request. */
export type ResponseContext = Pick<HttpRequest, 'id' | 'responseHeaders'>

export interface BodyReader {
  /**
   * Reads the whole body. Returns `undefined` if it is larger than the limit.
   * @throws {Problem} 400 if the body cannot be read to its end; 413 if it has too many chunks.
   */
  read: (limits: Limits) => Promise<Uint8Array | undefined>
}

/** A complete response: validated against the contract, unless a test of the mock sets it. */
export interface HttpResponse {
  status: number
  /** Headers by their names in the contract, without Content-Type and Content-Length. */
  headers: Record<string, string>
  /** `undefined`: no body. */
  body: { mediaType: string; content: string | Uint8Array } | undefined
  /** `undefined` for a request without an operation. */
  operationId?: string | undefined
}

/** Value of a header, before it is serialized. */
export type HeaderValue =
  | string
  | number
  | boolean
  | null
  | readonly HeaderValue[]
  | { readonly [name: string]: HeaderValue }

/** A response before the pipeline completes it. Headers that are constant in the contract may be omitted. */
export interface DraftResponse {
  status: number
  headers?: Record<string, HeaderValue | undefined>
  /** A JSON value; or a string or bytes, if the media type is not JSON. */
  body?: unknown
  /** Media type of the body. Default: the first one that the contract documents for the status. */
  mediaType?: string
  /** The body as JSON, if it is serialized already. Without `text` and `body`, the response has no body. */
  text?: string
  /** Whether `text` contains only valid stored items: then it is not validated again. */
  isValid?: boolean
  /** Thrown if a stored response of an earlier request breaks the contract now. Default: an internal error. */
  refusal?: Problem
  /**
   * Commits the writes of a handler after its response was validated.
   * @returns A different response if nothing was committed because the handler had to run again.
   */
  commit?: (() => Promise<DraftResponse | undefined>) | undefined
}
