// Loads the keys of an OpenID Connect issuer (OpenID Connect Discovery, section 4), and decides how long they are used.
// `fetch` would need more memory.
import { get as httpGet, type IncomingMessage } from 'node:http'
import { get as httpsGet } from 'node:https'
import { createLocalJWKSet } from 'jose'
import { KeysUnavailable } from '../../core/pipeline/authenticate.ts'
import { isLoopbackHost } from '../loopback.ts'
import type { IssuerKey } from './tokens.ts'

const timeoutMs = 4_000

/** Limit of a response of the issuer, in bytes. A key takes a few hundred. */
const maxBytes = 1_000_000

// Pause from the end of one attempt to the start of the next, so that neither forged tokens nor an outage can cause many
// requests to the issuer.
const pauseMs = 5_000
// How long keys are used before they are loaded again. The issuer may have withdrawn one meanwhile.
const refreshAfterMs = 10 * 60_000
// How long keys are used if they cannot be loaded again.
const discardAfterMs = 60 * 60_000

export function issuerKeys(issuer: string, onFailure: (reason: unknown) => void) {
  let loaded: { keys: IssuerKey[]; at: number } | undefined
  let hasFailed = false
  let attempt: Promise<void> | undefined
  let nextAttemptAt = Number.NEGATIVE_INFINITY

  /** Loads the keys. Calls during an attempt, and in the pause after it, share that attempt. Never rejects. */
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
      // Keeps the list object if the keys are the same, so that cached tokens stay verified (tokens.ts).
      const previous = loaded?.keys ?? []
      const isSame = keys.length === previous.length && keys.every(({ json }, index) => json === previous[index]?.json)
      loaded = { keys: isSame ? previous : keys, at: performance.now() }
      hasFailed = false
    } catch (error) {
      hasFailed = true
      onFailure(error)
    }
  }

  function keysYoungerThan(ageMs: number): IssuerKey[] | undefined {
    return loaded && performance.now() - loaded.at < ageMs ? loaded.keys : undefined
  }

  /** Returns the loaded keys. Loads them if there are none, or if they are old. @throws {KeysUnavailable} */
  function getKeys(): IssuerKey[] | Promise<IssuerKey[]> {
    const fresh = keysYoungerThan(refreshAfterMs)
    if (fresh) return fresh
    const loading = load()
    // During an outage, requests use the old keys instead of waiting for the next attempt.
    const old = hasFailed ? keysYoungerThan(discardAfterMs) : undefined
    return old ?? loading.then(() => keysYoungerThan(discardAfterMs) ?? throwUnavailable())
  }

  /** Loads the keys for a token that no loaded key has signed. @throws {KeysUnavailable} if the last attempt failed. */
  async function getLatestKeys(): Promise<IssuerKey[]> {
    await load()
    return hasFailed ? throwUnavailable() : getKeys()
  }

  return { getKeys, getLatestKeys }
}

function throwUnavailable(): never {
  throw new KeysUnavailable('The keys of the issuer are not available.')
}

/**
 * Returns each key of the issuer on its own, so that an unusable key does not affect the others, and all keys with one
 * `kid` can be tried. Takes four seconds at most. An issuer without keys is an error.
 * @throws {Error} that says why.
 */
async function fetchKeys(issuer: string): Promise<IssuerKey[]> {
  const signal = AbortSignal.timeout(timeoutMs)
  const keysUrl = await withSummary('the issuer cannot be discovered', discover(issuer, signal))
  return withSummary('the keys of the issuer cannot be fetched', fetchKeySet(keysUrl, signal))
}

async function discover(issuer: string, signal: AbortSignal): Promise<URL> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const { issuer: documentIssuer, jwks_uri } = await fetchObject(url, signal)
  if (documentIssuer !== issuer) throw new Error(`${url} names the issuer ${documentIssuer}, not ${issuer}`)
  const keysUrl = URL.parse(String(jwks_uri))
  // As for AUTH_ISSUER, plain HTTP is safe on loopback only.
  const isSafe = keysUrl?.protocol === 'https:' || (keysUrl?.protocol === 'http:' && isLoopbackHost(keysUrl.host))
  if (!isSafe) throw new Error(`its jwks_uri ${jwks_uri} is not an https URL`)
  if (keysUrl.username !== '' || keysUrl.password !== '')
    throw new Error(`its jwks_uri ${jwks_uri} has a user or a password`)
  return keysUrl
}

async function fetchKeySet(url: URL, signal: AbortSignal): Promise<IssuerKey[]> {
  const { keys } = await fetchObject(url.href, signal)
  if (!Array.isArray(keys)) throw new Error(`${url} is not a JSON Web Key Set`)
  const keysOfSet = keys.filter(isObject).map((jwk) => ({
    kid: jwk.kid,
    json: JSON.stringify(jwk),
    get: createLocalJWKSet({ keys: [jwk] }),
  }))
  if (keysOfSet.length === 0) throw new Error(`${url} has no keys`)
  return keysOfSet
}

async function fetchObject(url: string, signal: AbortSignal): Promise<Record<string, unknown>> {
  const response = await get(url, signal)
  const { statusCode } = response
  // A redirect is an error too: the keys must come from the URL that the issuer states.
  if (statusCode !== 200) {
    response.destroy()
    throw new Error(`${url} responded ${statusCode}`)
  }
  const body: unknown = JSON.parse(await readText(url, response))
  if (!isObject(body)) throw new Error(`${url} did not respond with a JSON object`)
  return body
}

async function readText(url: string, response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  // An error in this loop closes the connection.
  for await (const chunk of response) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error(`${url} responded with more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

function get(url: string, signal: AbortSignal): Promise<IncomingMessage> {
  // Its own connection, which ends with the response.
  const options = { signal, agent: false, headers: { Accept: 'application/json' } } as const
  return new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? httpsGet(url, options, resolve) : httpGet(url, options, resolve)
    request.on('error', reject)
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function withSummary<T>(summary: string, result: Promise<T>): Promise<T> {
  return result.catch((cause) => {
    throw new Error(summary, { cause })
  })
}
