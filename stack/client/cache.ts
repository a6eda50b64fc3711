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
  /** The response stored for this URL and the caller of this token. Called before each `GET`. */
  find(token: string, url: string): CachedResponse | undefined
  /** Stores a response. Called after each `GET` whose success has an entity tag. */
  store(token: string, url: string, response: CachedResponse): void
  /** Deletes the stored responses that a write to this URL can change. Called after each write. */
  changed(url: string): void
  /** Deletes all stored responses. */
  clear(): void
}

export interface CacheOptions {
  /** Largest number of stored responses. The least recently used are deleted first. Default: 100. */
  maxEntries?: number
  /**
   * Returns an identifier of the caller that a token belongs to. The cache holds the responses of one caller, and a
   * read by another caller empties it. Default: the token itself, which is safe but empties the cache at each refresh.
   */
  identifyCaller?: (token: string) => string
}

// Ten times the length of a page of a hundred items.
const maxTextLength = 1_000_000

/**
 * A cache in memory, for the option `cache` of one client. It stores no response with `Cache-Control: no-store`, and
 * none with more than 1,000,000 characters.
 */
export function createCache({ maxEntries = 100, identifyCaller = (token) => token }: CacheOptions = {}): ResponseCache {
  // In order of use: the first entry is the least recently used one.
  const entries = new Map<string, CachedResponse>()
  let owner: string | undefined

  return {
    find(token, url) {
      const caller = identifyCaller(token)
      if (caller !== owner) entries.clear()
      owner = caller
      return entries.get(url)
    },
    store(token, url, response) {
      // The caller may have changed since the request was sent.
      if (identifyCaller(token) !== owner || response.text.length > maxTextLength) return
      // The service allows storing its responses; a gateway may forbid it.
      if (/\bno-store\b/i.test(response.headers.get('Cache-Control') ?? '')) return
      entries.delete(url)
      entries.set(url, response)
      const [first] = entries.keys()
      if (entries.size > maxEntries && first !== undefined) entries.delete(first)
    },
    changed(url) {
      // A change of an item also changes the lists of items.
      for (const stored of entries.keys()) {
        if (`${withoutQuery(url)}/`.startsWith(`${withoutQuery(stored)}/`)) entries.delete(stored)
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
