// Access tokens of the operator's identity provider: OpenID Connect Discovery says where its keys are, jose fetches,
// keeps and renews them. A provider that is not there makes the service not ready; it is asked again until it is.
import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import { isLoopbackHost } from './loopback.ts'
import { KeysUnavailable, type TokenJudge, verifyToken } from './token.ts'

const fetchDeadlineMs = 3_000
const askAgainAfterMs = 1_000
// An issuer may sign with a key from the moment it publishes it (OpenID Connect Core, 10.1.1), so an unknown key is looked
// for; but not with every token that somebody makes up.
const unknownKeyAfterMs = 5_000
const sameReportAfterMs = 60_000

// Only what has a public key: with a shared secret, whoever can verify a token can make one.
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'Ed25519', 'EdDSA']

export interface OidcParts {
  issuer: string
  audience: string
  tokenType: 'at+jwt' | 'JWT'
  scopeClaim: 'scope' | 'scp'
  /** Is told why tokens cannot be verified; of the same reason once a minute. */
  report?: (reason: string) => void
}

/** Ready once the keys have been found; whoever asks makes it look for them. */
export function oidcIssuer({ issuer, audience, tokenType, scopeClaim, report = () => {} }: OidcParts): TokenJudge {
  const reportOnce = seldom(report)
  const unavailable = (what: string, cause: unknown): KeysUnavailable => {
    reportOnce([what, ...reasons(cause)].join(': '))
    return new KeysUnavailable(what, { cause })
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
      // An unknown key is a bad token; everything else is a key server that does not do its part.
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error
      throw unavailable('the keys of the issuer cannot be fetched', error)
    }
  }
  return {
    verify: (token) => verifyToken(token, { issuer, audience, algorithms, tokenType, scopeClaim, keys }),
    isReady: () =>
      keySet().then(
        () => true,
        () => false,
      ),
  }
}

/** Discovery, section 4; and the keys, so that an issuer without any is noticed before the first call. */
async function discover(issuer: string): Promise<JWTVerifyGetKey> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const answer = await fetch(address, { signal: AbortSignal.timeout(fetchDeadlineMs), redirect: 'error' })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  const { issuer: named, jwks_uri } = (await answer.json()) as Record<string, unknown>
  if (named !== issuer) throw new Error(`${address} is of the issuer ${named}, not ${issuer}`)
  const keys = createRemoteJWKSet(addressOfKeys(jwks_uri), {
    timeoutDuration: fetchDeadlineMs,
    cooldownDuration: unknownKeyAfterMs,
  })
  await keys.reload()
  return keys
}

// As for AUTH_ISSUER: not over a network that anybody can change.
function addressOfKeys(jwks_uri: unknown): URL {
  const url = URL.parse(String(jwks_uri))
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.host))) return url
  throw new Error(`its jwks_uri ${jwks_uri} is no https URL`)
}

/** Remembers a success for good, and a failure for a second: all who ask meanwhile share it. */
function retried<T>(attempt: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined
  return () => {
    if (current === undefined) {
      current = attempt()
      current.catch(() => setTimeout(() => (current = undefined), askAgainAfterMs).unref())
    }
    return current
  }
}

/** What went wrong, from the outside in: `fetch` keeps the reason in its cause, and that of several addresses in a code. */
function reasons(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const { message, code, cause } = error as NodeJS.ErrnoException
  return [message || (code ?? error.name), ...reasons(cause)]
}

function seldom(report: (reason: string) => void): (reason: string) => void {
  let last = { reason: '', at: Number.NEGATIVE_INFINITY }
  return (reason) => {
    const at = performance.now()
    if (reason === last.reason && at - last.at < sameReportAfterMs) return
    last = { reason, at }
    report(reason)
  }
}
