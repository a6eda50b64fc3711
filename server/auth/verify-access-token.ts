// RFC 9068: what a JWT access token must be, whatever its issuer.
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { type Caller, ownerOf } from '../core/caller.ts'
import { InvalidToken, type VerifyToken } from '../core/pipeline/authenticate.ts'

/** Verifies the tokens of one issuer. */
export interface TokenVerifier {
  verify: VerifyToken
  /** Returns whether tokens can be verified now. */
  isReady: () => Promise<boolean>
}

export interface TrustedIssuer {
  issuer: string
  audience: string
  keys: JWTVerifyGetKey
  algorithms: string[]
  /** `JWT` also allows no type. */
  tokenType: 'at+jwt' | 'JWT'
  scopeClaim: 'scope' | 'scp'
}

const clockSkewSeconds = 60

/** As VerifyToken, for a token of this issuer. */
export async function verifyAccessToken(token: string, trusted: TrustedIssuer): Promise<Caller> {
  const { issuer, audience, keys, algorithms, tokenType, scopeClaim } = trusted
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms,
      ...(tokenType === 'at+jwt' && { typ: tokenType }),
      // Without this, jose accepts tokens without `exp`. An ID token can have the type JWT too, but it has no scope.
      requiredClaims: ['exp', ...(tokenType === 'JWT' ? [scopeClaim] : [])],
    })
    if (tokenType === 'JWT' && !isPlainJwt(protectedHeader.typ)) throw new InvalidToken()
    return callerOf(issuer, payload, payload[scopeClaim])
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new InvalidToken(true)
    if (error instanceof errors.JOSEError) throw new InvalidToken()
    throw error
  }
}

// RFC 7519 leaves the type to the issuer, and some issuers leave it out.
function isPlainJwt(type = 'JWT'): boolean {
  return /^(?:application\/)?jwt$/i.test(type)
}

// jose checks neither the type of `sub` nor whether `iat` is in the future.
function callerOf(issuer: string, { sub, iat }: JWTPayload, scope: unknown): Caller {
  if (typeof sub !== 'string' || sub === '') throw new InvalidToken()
  if (iat !== undefined && iat > Date.now() / 1000 + clockSkewSeconds) throw new InvalidToken()
  return { owner: ownerOf(issuer, sub), scopes: scopesOf(scope) }
}

// A text with spaces as RFC 9068 says, or the list that some issuers write into `scp`.
function scopesOf(claim: unknown): Set<string> {
  if (typeof claim === 'string') return new Set(claim.split(' '))
  return new Set(Array.isArray(claim) ? claim.filter((scope) => typeof scope === 'string') : [])
}
