// RFC 9068: what a JWT access token must be, whoever issued it.
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { type Caller, ownerOf } from './caller.ts'

/** A token that proves nothing. It never says why to the caller, except that a genuine one has expired. */
export class InvalidToken extends Error {
  readonly expired: boolean

  constructor(expired: boolean, cause?: unknown) {
    super(expired ? 'The token has expired.' : 'The token is not valid.', { cause })
    this.name = 'InvalidToken'
    this.expired = expired
  }
}

/**
 * @param host The Host header of the request that carries the token.
 * @throws {InvalidToken} for a token that proves nothing.
 */
export type VerifyToken = (token: string, host: string | undefined) => Promise<Caller>

export interface Issuer {
  issuer: string
  audience: string
  keys: JWTVerifyGetKey
  algorithms: string[]
}

/** @throws {InvalidToken} for a token that this issuer did not make for us, or no longer stands by. */
export async function verifyToken(token: string, { issuer, audience, keys, algorithms }: Issuer): Promise<Caller> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms,
      typ: 'at+jwt',
      // Left out, jose takes tokens without them.
      requiredClaims: ['iss', 'aud', 'exp', 'sub'],
    })
    return callerOf(issuer, payload)
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new InvalidToken(true, error)
    if (error instanceof errors.JOSEError) throw new InvalidToken(false, error)
    throw error
  }
}

// jose checks neither the type of `sub` nor whether `iat` lies in the future.
function callerOf(issuer: string, { sub, iat, scope }: JWTPayload): Caller {
  if (typeof sub !== 'string' || sub === '') throw new InvalidToken(false)
  if (iat !== undefined && iat > Date.now() / 1000 + clockSkewSeconds) throw new InvalidToken(false)
  return { owner: ownerOf(issuer, sub), scopes: new Set(typeof scope === 'string' ? scope.split(' ') : []) }
}

const clockSkewSeconds = 60
