// Requests and responses as the pipeline sees them: plain data, without Node, Express or a browser.
import type { Limits } from '../contract/contract.ts'
import type { Problem } from '../problem.ts'

export interface HttpRequest {
  /** A lower-case UUID. It names the request in the response and in the log. */
  id: string
  method: string
  /** Request target: path and query, not decoded; or a whole URL (RFC 9112, 3.2.2). */
  target: string
  /** Headers by lower-case name. The fields of one name are one value (RFC 9110, 5.2). */
  headers: Readonly<Record<string, string>>
  /** The lower-case names of the fields that were sent more than once. */
  repeatedHeaders: readonly string[]
  /** HTTP/1.0 does not need a Host. */
  isHttp10?: boolean
  /** `undefined` if the request has no body. The pipeline reads it when its turn comes. */
  body: BodyReader | undefined
  /** Connection of the request. Once it is destroyed, no response can arrive. Default: it stays open. */
  client?: { readonly destroyed: boolean }
  /** Headers that the response will have, such as those of CORS. The limit per principal adds to them. */
  responseHeaders: Record<string, string>
}

/** What a response takes from its request. */
export type ResponseContext = Pick<HttpRequest, 'id' | 'responseHeaders'>

export interface BodyReader {
  /**
   * The whole body; `undefined` if it is larger than the limit.
   * @throws {Problem} 400 if the body cannot be read to its end; 413 if it has too many chunks.
   */
  read: (limits: Limits) => Promise<Uint8Array | undefined>
}

/** A complete response, checked against the contract. */
export interface HttpResponse {
  status: number
  /** Headers by their names in the contract, without Content-Type and Content-Length. */
  headers: Record<string, string>
  /** `undefined`: no body. */
  body: { mediaType: string; content: string | Uint8Array } | undefined
  /** The operation that the request has called; `undefined` for a request that the contract does not have. */
  operationId?: string | undefined
}

/** The value of a header: what the types of a contract allow. */
export type HeaderValue =
  | string
  | number
  | boolean
  | null
  | readonly HeaderValue[]
  | { readonly [name: string]: HeaderValue }

/** A response before the pipeline completes it: headers that are constant in the contract are left out. */
export interface DraftResponse {
  status: number
  /** A handler returns the values that the types of its response have. */
  headers?: Record<string, HeaderValue | undefined>
  /** A JSON value; or a string or bytes, if the media type is not JSON. */
  body?: unknown
  /** Media type of the body. Default: the first one that the contract documents for the status. */
  mediaType?: string
  /** The body as JSON, if it is serialised already. Without both, the response has no body. */
  text?: string
  /** Whether the text contains only valid stored items: it is not validated again. */
  isValid?: boolean
  /** Thrown if the response breaks the contract: it is the stored one of an earlier request. Default: an internal error. */
  refusal?: Problem
  /**
   * Makes the changes of a handler, after its response was checked.
   * @returns Another response, if nothing has changed because the handler has to run again.
   */
  commit?: (() => Promise<DraftResponse | undefined>) | undefined
}
