// Verifies access tokens with jose, and remembers those that are valid until they expire.
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { Problem } from './problem.ts'

interface Caller {
  owner: string
  scopes: Set<string>
  /** Time of expiry in seconds since 1970. */
  expiresAt: number
}

const maxRemembered = 1_000

const { AUTH_ISSUER: issuer = '', AUTH_AUDIENCE: audience = '' } = process.env
const keys = createRemoteJWKSet(new URL(`${issuer}/keys`))
const remembered = new Map<string, Caller>()

/** Returns the owner of the plants that the caller may use. @throws {Problem} 401, or 403 without the scope. */
export async function authenticate(authorization: string | undefined, method: string | undefined): Promise<string> {
  const token = authorization?.startsWith('Bearer ') ? authorization.slice(7) : undefined
  if (token === undefined) throw new Problem(401, 'The request has no bearer token.')
  const caller = remembered.get(token) ?? (await verify(token))
  if (caller.expiresAt <= Date.now() / 1000) throw new Problem(401, 'The token has expired.')
  if (!caller.scopes.has(method === 'GET' || method === 'HEAD' ? 'plants:read' : 'plants:write')) {
    throw new Problem(403, 'The token lacks a scope.')
  }
  return caller.owner
}

async function verify(token: string): Promise<Caller> {
  const options = { issuer, audience, typ: 'at+jwt', requiredClaims: ['exp', 'sub'] }
  const { payload } = await jwtVerify(token, keys, options).catch(() => {
    throw new Problem(401, 'The token is not valid for this service.')
  })
  const owner = JSON.stringify([payload.iss, payload.sub])
  const caller = { owner, scopes: new Set(String(payload.scope).split(' ')), expiresAt: payload.exp ?? 0 }
  // The oldest one makes room.
  if (remembered.size >= maxRemembered) remembered.delete(remembered.keys().next().value ?? '')
  remembered.set(token, caller)
  return caller
}
