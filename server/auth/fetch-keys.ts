// OpenID Connect Discovery, section 4: from the URL of an issuer to its keys.
import { createLocalJWKSet } from 'jose'
import { isLoopbackHost } from '../loopback.ts'
import type { IssuerKey } from './verify-access-token.ts'

const timeoutMs = 4_000

/**
 * Returns each key of the issuer on its own: one that cannot be used does not affect the others, and keys with the same
 * `kid` can all be tried.
 * @throws {Error} that says why, also if the issuer has no keys. It can take four seconds.
 */
export async function fetchKeys(issuer: string): Promise<IssuerKey[]> {
  const signal = AbortSignal.timeout(timeoutMs)
  const keysUrl = await orFail('the issuer cannot be discovered', discover(issuer, signal))
  return orFail('the keys of the issuer cannot be fetched', fetchKeySet(keysUrl, signal))
}

async function discover(issuer: string, signal: AbortSignal): Promise<URL> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const { issuer: named, jwks_uri } = await fetchObject(url, signal)
  if (named !== issuer) throw new Error(`${url} names the issuer ${named}, not ${issuer}`)
  const keysUrl = URL.parse(String(jwks_uri))
  // As for AUTH_ISSUER: not over a network that others can change.
  const isSafe = keysUrl?.protocol === 'https:' || (keysUrl?.protocol === 'http:' && isLoopbackHost(keysUrl.host))
  if (!isSafe) throw new Error(`its jwks_uri ${jwks_uri} is not an https URL`)
  return keysUrl
}

async function fetchKeySet(url: URL, signal: AbortSignal): Promise<IssuerKey[]> {
  const { keys } = await fetchObject(url.href, signal)
  if (!Array.isArray(keys)) throw new Error(`${url} is not a JSON Web Key Set`)
  const found = keys.filter(isObject).map((jwk) => ({ kid: jwk.kid, get: createLocalJWKSet({ keys: [jwk] }) }))
  if (found.length === 0) throw new Error(`${url} has no keys`)
  return found
}

async function fetchObject(url: string, signal: AbortSignal): Promise<Record<string, unknown>> {
  const response = await fetch(url, { signal, redirect: 'error', headers: { Accept: 'application/json' } })
  if (!response.ok) throw new Error(`${url} responded ${response.status}`)
  const body: unknown = await response.json()
  if (!isObject(body)) throw new Error(`${url} did not respond with a JSON object`)
  return body
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function orFail<T>(what: string, outcome: Promise<T>): Promise<T> {
  return outcome.catch((cause) => {
    throw new Error(what, { cause })
  })
}
