// Access tokens of the operator's identity provider: OpenID Connect Discovery says where its keys are, jose fetches,
// keeps and renews them. A provider that is not there makes the service not ready; it is asked again until it is.
import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import { KeysUnavailable, type TokenJudge, verifyToken } from './token.ts'

const fetchDeadlineMs = 3_000
const askAgainAfterMs = 1_000

// Only what has a public key: with a shared secret, whoever can verify a token can make one.
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'Ed25519', 'EdDSA']

export interface OidcParts {
  issuer: string
  audience: string
  tokenType: 'at+jwt' | 'JWT'
  scopeClaim: 'scope' | 'scp'
}

/** Ready once the keys have been found; whoever asks makes it look for them. */
export function oidcIssuer({ issuer, audience, tokenType, scopeClaim }: OidcParts): TokenJudge {
  const keySet = retried(() => discover(issuer))
  const keys: JWTVerifyGetKey = async (header, token) => {
    const getKey = await keySet()
    try {
      return await getKey(header, token)
    } catch (error) {
      // An unknown key is a bad token; everything else is a key server that does not do its part.
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error
      throw new KeysUnavailable('The keys of the issuer cannot be fetched.', { cause: error })
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

/** Discovery, section 4. The keys themselves are fetched with the first token that needs them. */
async function discover(issuer: string): Promise<JWTVerifyGetKey> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(fetchDeadlineMs), redirect: 'error' })
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
    const { issuer: named, jwks_uri } = (await answer.json()) as Record<string, unknown>
    if (named !== issuer) throw new Error(`${address} is of the issuer ${named}, not ${issuer}`)
    return createRemoteJWKSet(new URL(String(jwks_uri)), { timeoutDuration: fetchDeadlineMs })
  } catch (error) {
    throw new KeysUnavailable('The issuer cannot be discovered.', { cause: error })
  }
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
