// Puts the parts together: one method for each operation of the contract, and the walks over its list.

import type { Plant } from '../generated/api.d.ts'
import { normaliseBaseUrl } from './base-url.ts'
import type { AnswerCache } from './cache.ts'
import type { Patience } from './call-options.ts'
import type { AnyInput, Arguments } from './operation-input.ts'
import { forEachOperation, type OperationId } from './operation-table.ts'
import { type Page, type WalkInput, walk } from './paging.ts'
import type { Result } from './result.ts'
import { checkProvider, type TokenProvider } from './token-provider.ts'
import { createTransport } from './transport.ts'

export interface PlantClientOptions extends Patience {
  /** Where the service is: absolute, http or https; it may have a path, with or without a slash at its end. */
  baseUrl: string
  /** Sent to the origin of `baseUrl` only. */
  token: TokenProvider
  /** Instead of the global `fetch`, which is looked up at each request. */
  fetch?: ((request: Request) => Promise<Response>) | undefined
  /** Remembers what was read, as `createCache()` does; nothing does unless told otherwise. */
  cache?: AnswerCache | undefined
  /** How much of an answer is read; 8 MiB unless told otherwise. The longest that the contract knows are far smaller. */
  bodyLimitBytes?: number | undefined
}

/** A method for each `operationId`. */
export type Operations = { [Id in OperationId]: (...input: Arguments<Id>) => Promise<Result<Id>> }

export interface PlantClient extends Operations {
  /** The pages of a list, each fetched when the one before has been used. */
  pages(input?: WalkInput): AsyncGenerator<Page, void, undefined>
  /** The plants of all these pages. */
  allPlants(input?: WalkInput): AsyncGenerator<Plant, void, undefined>
}

/** Throws a TypeError that says how to mend it, if an option can be seen to be wrong. Sends nothing. */
export function createPlantClient(options: PlantClientOptions): PlantClient {
  const { baseUrl, token, fetch, cache, bodyLimitBytes = 8 * 2 ** 20 } = options
  checkProvider(token)
  const send = createTransport({
    ...options,
    baseUrl: normaliseBaseUrl(baseUrl),
    fetch: fetch ?? ((request) => globalThis.fetch(request)),
    bodyLimitBytes,
    cache,
  })

  // True because each method sends the operation it is named after, and gives what that answers.
  const operations = forEachOperation(
    (id) =>
      async (input: AnyInput = {}) =>
        (await send(id, input)).result,
  ) as Operations

  return {
    ...operations,
    pages: (input) => walk(send, input),
    async *allPlants(input) {
      for await (const page of walk(send, input)) yield* page.body
    },
  }
}
