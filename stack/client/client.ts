// Puts the parts of the client together: one method for each operation of the contract, and the iteration over lists.

import { isRelativeOutsideBrowser, normaliseBaseUrl, withBasePath } from './base-url.ts'
import type { ResponseCache } from './cache.ts'
import type { TimingOptions } from './call-options.ts'
import type { ClientContract, ContractTypes, OperationId } from './contract.ts'
import type { DeprecationOptions } from './deprecation.ts'
import type { AnyInput, ArgumentOf, Input } from './operation-input.ts'
import { iteratePages, type Lists } from './paging.ts'
import type { ClientOperation } from './request.ts'
import type { Result } from './result.ts'
import { checkTokenProvider, getTokenFormat, type TokenProvider } from './token-provider.ts'
import { createTransport } from './transport.ts'

interface CommonOptions extends TimingOptions, DeprecationOptions {
  /**
   * The service address: an absolute http or https URL. It can have a path, with or without a trailing slash, but no
   * credentials, query or fragment. In a browser it can be a path on the page's origin, such as `/api`. Server-side rendering
   * can create the client too, but its calls throw an `InputError`. A URL without a path gets the path of the contract's
   * first server.
   */
  baseUrl: string
  /** Sends a request. Default: the global `fetch`, looked up for each request. */
  fetch?: ((request: Request) => Promise<Response>) | undefined
  /** Stores the responses of reads, as `createCache()` does. Default: no cache. */
  cache?: ResponseCache | undefined
  /** Maximum size of a response body, in bytes. Default: 8 MiB. */
  bodyLimitBytes?: number | undefined
}

interface TokenOption {
  /**
   * The access token or the API key, or a function that returns one. Sent where the contract says, to the origin of `baseUrl`
   * only. For Basic it is the password, or `user:password`.
   */
  token: TokenProvider
}

/** The token is optional if no operation of the contract needs one. */
export type ClientOptions<T extends ContractTypes = ContractTypes> = CommonOptions &
  (T extends { isTokenOptional: true } ? Partial<TokenOption> : TokenOption)

/** A method for each `operationId`. It resolves to a result, or rejects with a `ClientError`. */
export type Operations<T extends ContractTypes> = {
  [Id in OperationId<T>]: (...input: ArgumentOf<Input<T, Id>>) => Promise<Result<T, Id>>
}

export type Client<T extends ContractTypes> = Operations<T> & Lists<T>

/**
 * Returns a client with one method for each operation of the contract. Sends nothing yet.
 * @throws {TypeError} if an option is not valid; the message says how to fix it.
 */
export function createClient<T extends ContractTypes>(
  contract: ClientContract<T>,
  options: ClientOptions<T>,
): Client<T> {
  const { basePath } = contract
  const tokenFormat = getTokenFormat(contract)
  const { baseUrl, token, fetch, bodyLimitBytes = 8 * 2 ** 20 }: CommonOptions & Partial<TokenOption> = options
  if (token !== undefined || !contract.isTokenOptional) checkTokenProvider(token, tokenFormat)
  const send = createTransport({
    ...options,
    token,
    tokenFormat,
    baseUrl: isRelativeOutsideBrowser(baseUrl) ? baseUrl : withBasePath(normaliseBaseUrl(baseUrl), basePath),
    basePath,
    fetch: fetch ?? ((request) => globalThis.fetch(request)),
    bodyLimitBytes,
  })

  // Safe because the types allow operations of the contract only.
  const lookUpOperation = (id: string) => ({ id, ...contract.operations[id] }) as ClientOperation
  const methods = Object.keys(contract.operations).map((id) => [
    id,
    async (input: AnyInput = {}) => (await send(lookUpOperation(id), input)).result,
  ])
  const allPages = (list: string, input?: AnyInput) => iteratePages(send, lookUpOperation(list), input)
  const lists = {
    allPages,
    async *allItems(list: string, input?: AnyInput) {
      for await (const { body } of allPages(list, input)) yield* body as unknown[] // the body of a list
    },
  }
  // Safe because each method sends the operation it is named after, and returns its result.
  return { ...Object.fromEntries(methods), ...lists } as Client<T>
}
