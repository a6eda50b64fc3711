// The keys of an OpenID Connect issuer: when they are loaded, and how long they are used.
import { KeysUnavailable } from '../../core/pipeline/authenticate.ts'
import { fetchKeys } from './fetch-keys.ts'
import type { IssuerKey } from './verify-access-token.ts'

// From the end of one attempt to the start of the next, whatever the reason, so that forged tokens and an outage cannot
// cause many requests to the issuer.
const pauseMs = 5_000
// A key that the issuer has withdrawn is used for this time at most…
const refreshAfterMs = 10 * 60_000
// … and for this time if the issuer does not respond.
const discardAfterMs = 60 * 60_000

/** @param onFailure Called with the reason of each failed attempt. */
export function issuerKeys(issuer: string, onFailure: (reason: unknown) => void) {
  let loaded: { keys: IssuerKey[]; at: number } | undefined
  let hasFailed = false
  let attempt: Promise<void> | undefined
  let nextAttemptAt = Number.NEGATIVE_INFINITY

  /** Callers at the same time share one attempt. It never rejects. */
  async function load(): Promise<void> {
    if (performance.now() >= nextAttemptAt) {
      nextAttemptAt = Number.POSITIVE_INFINITY
      attempt = tryToLoad().finally(() => {
        nextAttemptAt = performance.now() + pauseMs
      })
    }
    return attempt
  }

  async function tryToLoad(): Promise<void> {
    try {
      const keys = await fetchKeys(issuer)
      // The same list for the same keys: what was verified with them stays verified (verified-tokens.ts).
      loaded = { keys: loaded && areSame(keys, loaded.keys) ? loaded.keys : keys, at: performance.now() }
      hasFailed = false
    } catch (error) {
      hasFailed = true
      onFailure(error)
    }
  }

  function keysYoungerThan(ageMs: number): IssuerKey[] | undefined {
    return loaded && performance.now() - loaded.at < ageMs ? loaded.keys : undefined
  }

  /** The keys that are loaded. Loads them if there are none, or if they are old. @throws {KeysUnavailable} */
  async function known(): Promise<IssuerKey[]> {
    const fresh = keysYoungerThan(refreshAfterMs)
    if (fresh) return fresh
    const loading = load()
    // During an outage, only callers that depend on it wait for the next attempt.
    if (!hasFailed || !keysYoungerThan(discardAfterMs)) await loading
    return keysYoungerThan(discardAfterMs) ?? throwUnavailable()
  }

  /** For a token that no known key has signed: loads the keys. @throws {KeysUnavailable} if that failed last time. */
  async function latest(): Promise<IssuerKey[]> {
    await load()
    return hasFailed ? throwUnavailable() : known()
  }

  return { known, latest }
}

function areSame(one: IssuerKey[], other: IssuerKey[]): boolean {
  return one.length === other.length && one.every(({ text }, index) => text === other[index]?.text)
}

function throwUnavailable(): never {
  throw new KeysUnavailable('The keys of the issuer are not available.')
}
