// OpenID Connect Discovery, section 4: from the URL of an issuer to its keys. `fetch` would need more memory.
import { get as httpGet, type IncomingMessage } from 'node:http'
import { get as httpsGet } from 'node:https'
import { text } from 'node:stream/consumers'
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
  if (keysUrl.username !== '' || keysUrl.password !== '') throw new Error(`its jwks_uri ${jwks_uri} has a password`)
  return keysUrl
}

async function fetchKeySet(url: URL, signal: AbortSignal): Promise<IssuerKey[]> {
  const { keys } = await fetchObject(url.href, signal)
  if (!Array.isArray(keys)) throw new Error(`${url} is not a JSON Web Key Set`)
  const found = keys.filter(isObject).map((jwk) => ({
    kid: jwk.kid,
    text: JSON.stringify(jwk),
    get: createLocalJWKSet({ keys: [jwk] }),
  }))
  if (found.length === 0) throw new Error(`${url} has no keys`)
  return found
}

async function fetchObject(url: string, signal: AbortSignal): Promise<Record<string, unknown>> {
  const response = await get(url, signal)
  const { statusCode } = response
  // A redirect too: the keys must come from where the issuer says.
  if (statusCode !== 200) {
    response.destroy()
    throw new Error(`${url} responded ${statusCode}`)
  }
  const body: unknown = JSON.parse(await text(response))
  if (!isObject(body)) throw new Error(`${url} did not respond with a JSON object`)
  return body
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

function orFail<T>(what: string, outcome: Promise<T>): Promise<T> {
  return outcome.catch((cause) => {
    throw new Error(what, { cause })
  })
}
