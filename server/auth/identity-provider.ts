// Access tokens of the operator's identity provider: OpenID Connect Discovery says where its keys are; jose fetches,
// caches and renews them. While the provider is down, the service is not ready and retries.
import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import { KeysUnavailable } from '../core/pipeline/authenticate.ts'
import { isLoopbackHost } from '../loopback.ts'
import { type TokenVerifier, verifyAccessToken } from './verify-access-token.ts'

const fetchTimeoutMs = 3_000
const retryAfterMs = 1_000
// An issuer may sign with a key as soon as it publishes it (OpenID Connect Core, 10.1.1), so an unknown key makes jose
// fetch the keys again. At most once in this time, so that invented tokens cannot cause many requests.
const unknownKeyCooldownMs = 5_000
const sameReportAfterMs = 60_000

// Public-key algorithms only: with a shared secret, anyone who can verify a token can create one.
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'Ed25519', 'EdDSA']

export interface IdentityProviderParts {
  issuer: string
  audience: string
  tokenType: 'at+jwt' | 'JWT'
  scopeClaim: 'scope' | 'scp'
  /** Called with the reason when tokens cannot be verified; at most once a minute per reason. */
  report?: (reason: string) => void
}

/** Ready once it has the keys. Every request and every `isReady` starts a search for them if there are none yet. */
export function identityProviderVerifier({
  issuer,
  audience,
  tokenType,
  scopeClaim,
  report = () => {},
}: IdentityProviderParts): TokenVerifier {
  const reportOnce = oncePerMinute(report)
  const unavailable = (what: string, cause: unknown): KeysUnavailable => {
    reportOnce([what, ...reasons(cause)].join(': '))
    return new KeysUnavailable(what)
  }
  const keySet = retried(() =>
    discover(issuer).catch((error) => {
      throw unavailable('the issuer cannot be discovered', error)
    }),
  )
  const keys: JWTVerifyGetKey = async (header, token) => {
    const getKey = await keySet()
    try {
      return await getKey(header, token)
    } catch (error) {
      // An unknown key means an invalid token; every other error means that the key server fails.
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error
      throw unavailable('the keys of the issuer cannot be fetched', error)
    }
  }
  return {
    verify: (token) => verifyAccessToken(token, { issuer, audience, algorithms, tokenType, scopeClaim, keys }),
    isReady: () =>
      keySet().then(
        () => true,
        () => false,
      ),
  }
}

/** OpenID Connect Discovery, section 4. Also loads the keys, so that a missing key set shows before the first call. */
async function discover(issuer: string): Promise<JWTVerifyGetKey> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await fetch(address, { signal: AbortSignal.timeout(fetchTimeoutMs), redirect: 'error' })
  if (!response.ok) throw new Error(`${address} responded ${response.status}`)
  const { issuer: named, jwks_uri } = (await response.json()) as Record<string, unknown>
  if (named !== issuer) throw new Error(`${address} names the issuer ${named}, not ${issuer}`)
  const keys = createRemoteJWKSet(addressOfKeys(jwks_uri), {
    timeoutDuration: fetchTimeoutMs,
    cooldownDuration: unknownKeyCooldownMs,
  })
  await keys.reload()
  return keys
}

// As for AUTH_ISSUER: not over a network that others can change.
function addressOfKeys(jwks_uri: unknown): URL {
  const url = URL.parse(String(jwks_uri))
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.host))) return url
  throw new Error(`its jwks_uri ${jwks_uri} is not an https URL`)
}

/** Remembers a success, and a failure for a second. Callers at the same time share one attempt. */
function retried<T>(attempt: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined
  return () => {
    if (current === undefined) {
      current = attempt()
      current.catch(() => setTimeout(() => (current = undefined), retryAfterMs).unref())
    }
    return current
  }
}

/** The messages of an error and its causes: `fetch` puts the reason into the cause, or into a code. */
function reasons(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const { message, code, cause } = error as NodeJS.ErrnoException
  return [message || (code ?? error.name), ...reasons(cause)]
}

function oncePerMinute(report: (reason: string) => void): (reason: string) => void {
  let last: { reason: string; at: number } | undefined
  return (reason) => {
    const at = performance.now()
    if (reason === last?.reason && at - last.at < sameReportAfterMs) return
    last = { reason, at }
    report(reason)
  }
}
