// Verifies access tokens with jose, and caches the last 1,000 valid ones until they expire.
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { Problem } from './problem.ts'

interface VerifiedToken {
  owner: string
  scopes: Set<string>
  /** Expiry in seconds since 1970. */
  expiresAt: number
}

const maxCached = 1_000

const { AUTH_ISSUER: issuer = '', AUTH_AUDIENCE: audience = '' } = process.env
const keys = createRemoteJWKSet(new URL(`${issuer}/keys`))
const cache = new Map<string, VerifiedToken>()

/** Returns the owner of the plants that the token gives access to. @throws {Problem} 401, or 403 without the scope. */
export async function authenticate(authorization: string | undefined, method: string | undefined): Promise<string> {
  const token = authorization?.startsWith('Bearer ') ? authorization.slice(7) : undefined
  if (token === undefined) throw new Problem(401, 'The request has no bearer token.')
  const verified = cache.get(token) ?? (await verify(token))
  if (verified.expiresAt <= Date.now() / 1000) throw new Problem(401, 'The token has expired.')
  if (!verified.scopes.has(method === 'GET' || method === 'HEAD' ? 'plants:read' : 'plants:write')) {
    throw new Problem(403, 'The token lacks a scope.')
  }
  return verified.owner
}

async function verify(token: string): Promise<VerifiedToken> {
  const options = { issuer, audience, typ: 'at+jwt', requiredClaims: ['exp', 'sub'] }
  const { payload } = await jwtVerify(token, keys, options).catch(() => {
    throw new Problem(401, 'The token is not valid for this service.')
  })
  const owner = JSON.stringify([payload.iss, payload.sub])
  const verified = { owner, scopes: new Set(String(payload.scope).split(' ')), expiresAt: payload.exp ?? 0 }
  // The oldest token is evicted.
  if (cache.size >= maxCached) cache.delete(cache.keys().next().value ?? '')
  cache.set(token, verified)
  return verified
}
