// Puts the parts together: one method for each operation of the contract, and the walks over its list.

import type { Plant } from '../generated/api.d.ts'
import { readAnswer } from './answer.ts'
import { normaliseBaseUrl } from './base-url.ts'
import type { AnyInput, Arguments } from './input.ts'
import { type OperationId, operationTable } from './operations.ts'
import { type Page, type WalkInput, walk } from './pages.ts'
import type { Result } from './result.ts'
import { checkProvider, type TokenProvider } from './token.ts'
import { createTransport } from './transport.ts'

export interface PlantClientOptions {
  /** Where the service is: absolute, http or https; it may have a path, with or without a slash at its end. */
  baseUrl: string
  /** Sent to the origin of `baseUrl` only. */
  token: TokenProvider
  /** Instead of the global `fetch`, which is looked up at each request. */
  fetch?: (request: Request) => Promise<Response>
}

/** A method for each `operationId`. */
export type Operations = { [Id in OperationId]: (...input: Arguments<Id>) => Promise<Result<Id>> }

export interface PlantClient extends Operations {
  /** The pages of a list, each fetched when the one before has been used. */
  pages(input?: WalkInput): AsyncGenerator<Page, void, undefined>
  /** The plants of all these pages. */
  allPlants(input?: WalkInput): AsyncGenerator<Plant, void, undefined>
}

/** Throws a TypeError that says how to mend it, if `baseUrl` or `token` can be seen to be wrong. Sends nothing. */
export function createPlantClient({ baseUrl, token, fetch }: PlantClientOptions): PlantClient {
  checkProvider(token)
  const send = createTransport({
    baseUrl: normaliseBaseUrl(baseUrl),
    token,
    fetch: fetch ?? ((request) => globalThis.fetch(request)),
  })

  const method = (id: OperationId) => [id, async (input: AnyInput = {}) => readAnswer(id, await send(id, input))]
  // True because the table has every operation, once, and `readAnswer` gives the result of the one it is asked for.
  const operations = Object.fromEntries(
    Object.keys(operationTable).map((id) => method(id as OperationId)),
  ) as Operations

  return {
    ...operations,
    pages: (input) => walk(send, input),
    async *allPlants(input) {
      for await (const page of walk(send, input)) yield* page.body
    },
  }
}
