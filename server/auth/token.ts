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

/** The issuer's keys cannot be had just now: nothing can be said of any token. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable'
}

/**
 * @param host The Host header of the request that carries the token.
 * @throws {InvalidToken} for a token that proves nothing.
 * @throws {KeysUnavailable} where that cannot be told.
 */
export type VerifyToken = (token: string, host: string | undefined) => Promise<Caller>

/** Where tokens are judged. */
export interface TokenJudge {
  verify: VerifyToken
  /** Whether tokens can be verified just now. */
  isReady: () => Promise<boolean>
}

export interface Issuer {
  issuer: string
  audience: string
  keys: JWTVerifyGetKey
  algorithms: string[]
  /** `JWT` also means none. */
  tokenType: 'at+jwt' | 'JWT'
  scopeClaim: 'scope' | 'scp'
}

/** As VerifyToken, for a token of this issuer. */
export async function verifyToken(token: string, trusted: Issuer): Promise<Caller> {
  const { issuer, audience, keys, algorithms, tokenType, scopeClaim } = trusted
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms,
      ...(tokenType === 'at+jwt' && { typ: tokenType }),
      // Left out, jose takes tokens without it. An ID token may have the type JWT or none, too, but it has no scope.
      requiredClaims: ['exp', ...(tokenType === 'JWT' ? [scopeClaim] : [])],
    })
    if (tokenType === 'JWT' && !isPlain(protectedHeader.typ)) throw new InvalidToken(false)
    return callerOf(issuer, payload, payload[scopeClaim])
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new InvalidToken(true, error)
    if (error instanceof errors.JOSEError) throw new InvalidToken(false, error)
    throw error
  }
}

// RFC 7519 leaves the type to whoever issues a token, and some leave it out.
function isPlain(type = 'JWT'): boolean {
  return /^(?:application\/)?jwt$/i.test(type)
}

// jose checks neither the type of `sub` nor whether `iat` lies in the future.
function callerOf(issuer: string, { sub, iat }: JWTPayload, scope: unknown): Caller {
  if (typeof sub !== 'string' || sub === '') throw new InvalidToken(false)
  if (iat !== undefined && iat > Date.now() / 1000 + clockSkewSeconds) throw new InvalidToken(false)
  return { owner: ownerOf(issuer, sub), scopes: scopesOf(scope) }
}

const clockSkewSeconds = 60

// A text with spaces as RFC 9068 says, or the list that some issuers write into `scp`.
function scopesOf(claim: unknown): Set<string> {
  if (typeof claim === 'string') return new Set(claim.split(' '))
  return new Set(Array.isArray(claim) ? claim.filter((scope) => typeof scope === 'string') : [])
}
