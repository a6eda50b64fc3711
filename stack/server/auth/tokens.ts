// Verifies access tokens: those of RFC 9068, or with the type JWT. Valid tokens are cached: a client sends the same token
// with each request, and its signature is expensive to verify.
import { hash } from 'node:crypto'
import {
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
  type ProtectedHeaderParameters,
} from 'jose'
import { LRUCache } from 'lru-cache'
import { InvalidToken, type VerifyToken } from '../../core/pipeline/authenticate.ts'
import { getOwner, type Principal } from '../../core/principal.ts'

export interface TokenVerifier {
  verify: VerifyToken
  /** Returns whether tokens can be verified now. */
  isReady: () => Promise<boolean>
}

export interface IssuerKey {
  kid?: unknown
  /** The key as its issuer wrote it. */
  json?: string
  /** Throws JWKSNoMatchingKey if the key does not match the header of a token. */
  get: JWTVerifyGetKey
}

export interface TrustedIssuer {
  issuer: string
  audience: string
  algorithms: string[]
  /** `JWT` also accepts tokens without `typ`. */
  tokenType: 'at+jwt' | 'JWT'
  scopeClaim: 'scope' | 'scp'
  /** Seconds by which the clock of the issuer may differ, for `exp`, `nbf` and `iat`. */
  clockToleranceSeconds: number
}

/** Error of a token that no key of the issuer has verified. Its cause, if any, is why a matching key could not be used. */
export class UnknownKey extends InvalidToken {
  /** The keys of the issuer at that time. */
  readonly keys: IssuerKey[]

  constructor(keys: IssuerKey[], cause: unknown) {
    super()
    this.keys = keys
    this.cause = cause
  }
}

/** A valid token. Times are in seconds since 1970, and include the clock tolerance. */
interface VerifiedToken {
  principal: Principal
  /** The list with the key that verified it. */
  keys: IssuerKey[]
  /** The first second in which the token is valid. */
  validFrom: number
  /** The first second in which it is no longer valid. */
  validUntil: number
}

/** Size of a cached token, in bytes: its hash, its principal and its times. */
const bytesPerToken = 500

/** Called only for tokens with an allowed algorithm. May return different keys from call to call. */
type LoadKeys = () => IssuerKey[] | Promise<IssuerKey[]>

/**
 * A cached result is used only while the token is valid by the clock, and while the issuer has the list of keys that
 * verified it: a change of its keys makes a new list.
 * @param cacheMegabytes The memory for cached tokens.
 * @returns A function that throws InvalidToken, UnknownKey or KeysUnavailable. If the keys are loaded, it returns the
 *   principal of a cached token synchronously.
 */
export function createAccessTokenVerifier(trusted: TrustedIssuer, cacheMegabytes: number) {
  const cache = new LRUCache<string, VerifiedToken>({
    max: Math.ceil((cacheMegabytes * 1_000_000) / bytesPerToken),
  })

  return (token: string, loadKeys: LoadKeys): Principal | Promise<Principal> => {
    const digest = hash('sha256', token, 'base64url')
    const cached = cache.get(digest)
    const keys = cached && loadKeys()
    if (cached !== undefined && cached.keys === keys && isValidNow(cached)) return cached.principal
    return verifyAccessToken(token, trusted, () => keys ?? loadKeys()).then((verifiedToken) => {
      cache.set(digest, verifiedToken)
      return verifiedToken.principal
    })
  }
}

async function verifyAccessToken(token: string, trusted: TrustedIssuer, loadKeys: LoadKeys): Promise<VerifiedToken> {
  try {
    // Before the keys are loaded: a string that is not a token must not cause requests to the issuer.
    const { kid } = requireAllowedHeader(token, trusted)
    const keys = await loadKeys()
    const claims = await verifiedClaims(token, kid, keys, trusted)
    const { nbf = 0, iat = 0, exp = 0 } = claims
    const tolerance = trusted.clockToleranceSeconds
    const times = { validFrom: Math.max(nbf, iat) - tolerance, validUntil: exp + tolerance }
    return { principal: toPrincipal(claims, trusted), keys, ...times }
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new InvalidToken(true)
    if (error instanceof errors.JOSEError) throw new InvalidToken()
    throw error
  }
}

function requireAllowedHeader(token: string, { algorithms, tokenType }: TrustedIssuer): ProtectedHeaderParameters {
  const header = getHeader(token)
  // `typ` is optional in RFC 7519, and some issuers omit it.
  const { alg, typ = 'JWT' } = header
  const isAllowedType = tokenType !== 'JWT' || /^(?:application\/)?jwt$/i.test(typ)
  if (!isAllowedType || !algorithms.includes(String(alg))) throw new InvalidToken()
  return header
}

function getHeader(token: string): ProtectedHeaderParameters {
  try {
    return decodeProtectedHeader(token)
  } catch {
    throw new InvalidToken()
  }
}

// RFC 9068, section 2.2, without `iss` and `aud`, which jose requires here, and without `sub`, which `toPrincipal` checks.
const rfc9068Claims = ['exp', 'iat', 'jti', 'client_id']

/** Limit of the keys that match a token. Each takes up to 0.1 ms, even for a forged token. */
const maxMatchingKeys = 20

async function verifiedClaims(
  token: string,
  kid: unknown,
  keys: IssuerKey[],
  trusted: TrustedIssuer,
): Promise<JWTPayload> {
  const { issuer, audience, algorithms, tokenType, scopeClaim, clockToleranceSeconds: clockTolerance } = trusted
  // By default, jose accepts tokens without `exp`. An ID token can have the type JWT too, but it has no scope.
  const required =
    tokenType === 'JWT' ? { requiredClaims: ['exp', scopeClaim] } : { typ: tokenType, requiredClaims: rfc9068Claims }
  const options = { issuer, audience, algorithms, clockTolerance, ...required }
  const matching = kid === undefined ? keys : keys.filter((key) => key.kid === kid)
  if (matching.length > maxMatchingKeys)
    throw new UnknownKey(keys, new Error(`more than ${maxMatchingKeys} keys could verify a token`))
  let unusable: unknown
  for (const key of matching) {
    try {
      return (await jwtVerify(token, key.get, options)).payload
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed) continue
      // jose throws JWKSInvalid for a private key, and TypeError or DOMException for other keys that it cannot use.
      if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSInvalid)) throw error
      unusable = error
    }
  }
  throw new UnknownKey(keys, unusable)
}

// jose checks neither the types of string claims nor whether `iat` is in the future.
function toPrincipal(
  claims: JWTPayload,
  { issuer, tokenType, scopeClaim, clockToleranceSeconds }: TrustedIssuer,
): Principal {
  const { sub, iat, jti, client_id } = claims
  if (!isNonEmptyString(sub) || sub.length > maxSubjectLength) throw new InvalidToken()
  if (tokenType === 'at+jwt' && !(isNonEmptyString(jti) && isNonEmptyString(client_id))) throw new InvalidToken()
  if (iat !== undefined && iat > Date.now() / 1000 + clockToleranceSeconds) throw new InvalidToken()
  return { owner: getOwner(issuer, sub), subject: sub, issuer, scopes: getScopes(claims[scopeClaim]) }
}

/** Whether a token that was verified before is still valid. */
function isValidNow({ validFrom, validUntil }: VerifiedToken): boolean {
  const now = Math.floor(Date.now() / 1000)
  return validFrom <= now && now < validUntil
}

/** OpenID Connect Core, 2: a subject has at most 255 characters. A database limits the length of an owner, too. */
const maxSubjectLength = 255

function isNonEmptyString(claim: unknown): claim is string {
  return typeof claim === 'string' && claim !== ''
}

// The claim is a string separated by spaces (RFC 9068), or an array, which some issuers write into `scp`.
function getScopes(claim: unknown): Set<string> {
  if (typeof claim === 'string') return new Set(claim.split(' '))
  return new Set(Array.isArray(claim) ? claim.filter((scope) => typeof scope === 'string') : [])
}
