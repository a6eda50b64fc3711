// Puts the parts of the client together: one method for each operation of the contract, and the iteration over lists.

import type { operations } from '../generated/api.d.ts'
import { isPathWithoutPage, normaliseBaseUrl } from './base-url.ts'
import type { ResponseCache } from './cache.ts'
import type { TimingOptions } from './call-options.ts'
import type { DeprecationOptions } from './deprecation.ts'
import type { AnyInput, Arguments } from './operation-input.ts'
import { forEachOperation, type OperationId } from './operation-table.ts'
import { iteratePages, type Lists } from './paging.ts'
import type { Result } from './result.ts'
import { checkTokenProvider, type TokenProvider } from './token-provider.ts'
import { createTransport } from './transport.ts'

export interface ClientOptions extends TimingOptions, DeprecationOptions {
  /**
   * The service address: an absolute http or https URL. It can have a path, with or without a slash at its end, but no
   * credentials, query or fragment. In a page it can be a path of its own origin, such as `/api`. A server
   * that renders the page can create the client too, but a call there throws an `InputError`.
   */
  baseUrl: string
  /** The access token, or a function that returns one. Sent to the origin of `baseUrl` only. */
  token: TokenProvider
  /** Sends a request. Default: the global `fetch`, looked up for each request. */
  fetch?: ((request: Request) => Promise<Response>) | undefined
  /** Stores the responses of reads, as `createCache()` does. Default: no cache. */
  cache?: ResponseCache | undefined
  /** Largest response body that is read, in bytes. Default: 8 MiB. The contract allows far less. */
  bodyLimitBytes?: number | undefined
}

/** A method for each `operationId`. It resolves to a result, or rejects with a `PlantClientError`. */
export type Operations = { [Id in keyof operations]: (...input: Arguments<Id>) => Promise<Result<Id>> }

export interface Client extends Operations, Lists {}

/**
 * Returns a client with one method for each operation of the service. Sends nothing yet.
 * @throws {TypeError} if an option is not valid; the message says how to fix it.
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, token, fetch, cache, bodyLimitBytes = 8 * 2 ** 20 } = options
  checkTokenProvider(token)
  const send = createTransport({
    ...options,
    baseUrl: isPathWithoutPage(baseUrl) ? baseUrl : normaliseBaseUrl(baseUrl),
    fetch: fetch ?? ((request) => globalThis.fetch(request)),
    bodyLimitBytes,
    cache,
  })

  // Safe because each method sends the operation it is named after, and returns the result of that operation.
  const operations = forEachOperation(
    (id) =>
      async (input: AnyInput = {}) =>
        (await send(id, input)).result,
  ) as Operations

  const lists = {
    allPages: (list: OperationId, input?: AnyInput) => iteratePages(send, list, input),
    async *allItems(list: OperationId, input?: AnyInput) {
      for await (const { body } of iteratePages(send, list, input)) yield* body as unknown[]
    },
  }
  // Safe because the pages are successes of the list, and the body of each is an array of items.
  return { ...operations, ...(lists as Lists) }
}
