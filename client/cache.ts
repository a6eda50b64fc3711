// Remembers answers with their entity tags, so that an answer which has not changed need not be sent again. Each read
// still asks the service: what this gives is never old.

/** An answer that may be given again. */
export interface Kept {
  etag: string
  headers: Headers
  text: string
}

/** What a client remembers, as the option `cache`. */
export interface AnswerCache {
  /** What was kept for this caller. */
  find(token: string, url: string): Kept | undefined
  keep(token: string, url: string, answer: Kept): void
  /** Forgets what a change of this URL changes. */
  changed(url: string): void
  /** Forgets everything. */
  clear(): void
}

export interface CacheOptions {
  /** How many answers are kept; 100 unless told otherwise. Those not used for longest are forgotten. */
  maxEntries?: number
  /**
   * Names the caller of a token. The cache belongs to one caller at a time, and is emptied for another. Unless told
   * otherwise each token is another caller, which is safe, and forgets everything with each refresh.
   */
  callerOf?: (token: string) => string
}

// A page of a hundred plants is a tenth of this.
const longestText = 1_000_000

/** For one client: pass it as `cache`. */
export function createCache({ maxEntries = 100, callerOf = (token) => token }: CacheOptions = {}): AnswerCache {
  // The first one was not used for longest.
  const entries = new Map<string, Kept>()
  let owner: string | undefined

  return {
    find(token, url) {
      const caller = callerOf(token)
      if (caller !== owner) entries.clear()
      owner = caller
      return entries.get(url)
    },
    keep(token, url, answer) {
      // The caller may have changed while the answer was on its way.
      if (callerOf(token) !== owner || answer.text.length > longestText) return
      // The service lets its answers be kept; something on the way may not.
      if (/\bno-store\b/i.test(answer.headers.get('Cache-Control') ?? '')) return
      entries.delete(url)
      entries.set(url, answer)
      const [first] = entries.keys()
      if (entries.size > maxEntries && first !== undefined) entries.delete(first)
    },
    changed(url) {
      // A change of a plant changes the lists above it.
      for (const kept of entries.keys()) {
        if (`${withoutQuery(url)}/`.startsWith(`${withoutQuery(kept)}/`)) entries.delete(kept)
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
