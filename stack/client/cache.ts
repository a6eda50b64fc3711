// Stores responses with their entity tags, so that the service need not send an unchanged response again. The client
// validates a stored response with the service on each read, so the cache never returns stale data.

/** A stored response. */
export interface CachedResponse {
  etag: string
  headers: Headers
  text: string
}

/** The cache of a client, for its option `cache`. `createCache` returns one in memory. */
export interface ResponseCache {
  /** Returns the stored response for a URL and the caller of a token. Called before a `GET` without a precondition. */
  find(token: string, url: string): CachedResponse | undefined
  /** Stores a response. Called after each such `GET` whose successful response has an entity tag. */
  store(token: string, url: string, response: CachedResponse): void
  /** Invalidates the stored responses that a write to this URL can change. Called after each response to a write. */
  changed(url: string): void
  /** Evicts all stored responses. */
  clear(): void
}

export interface CacheOptions {
  /** Maximum number of stored responses. The least recently used one is evicted first. Default: 100. */
  maxEntries?: number
  /**
   * Returns an identifier of the caller that a token belongs to. The cache holds the responses of one caller, and a read
   * by a different caller clears it. Default: the token itself, which is safe but clears the cache at each refresh.
   */
  identifyCaller?: (token: string) => string
}

const maxTextLength = 1_000_000

/**
 * A cache in memory, for the option `cache` of one client. It stores no response with `Cache-Control: no-store`, and
 * none with more than 1,000,000 characters.
 */
export function createCache({ maxEntries = 100, identifyCaller = (token) => token }: CacheOptions = {}): ResponseCache {
  // In order of use: the first entry is the least recently used one.
  const entries = new Map<string, CachedResponse>()
  let currentCaller: string | undefined

  return {
    find(token, url) {
      const caller = identifyCaller(token)
      if (caller !== currentCaller) entries.clear()
      currentCaller = caller
      return entries.get(url)
    },
    store(token, url, response) {
      // The caller may have changed since the request was sent.
      if (identifyCaller(token) !== currentCaller || response.text.length > maxTextLength) return
      // A gateway may forbid storing a response that the service allows.
      if (/\bno-store\b/i.test(response.headers.get('Cache-Control') ?? '')) return
      entries.delete(url)
      entries.set(url, response)
      const [oldest] = entries.keys()
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
    },
    changed(url) {
      // A change of an item also affects its lists and its ancestors: their paths are prefixes of its path.
      for (const storedUrl of entries.keys()) {
        if (`${withoutQuery(url)}/`.startsWith(`${withoutQuery(storedUrl)}/`)) entries.delete(storedUrl)
      }
    },
    clear() {
      entries.clear()
    },
  }
}

function withoutQuery(url: string): string {
  return url.replace(/\?.*/, '')
}
