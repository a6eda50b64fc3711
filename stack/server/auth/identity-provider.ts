// Access tokens of the operator's identity provider. While the provider is down, tokens of keys that are already loaded
// are still accepted.

import { KeysUnavailable } from '../../core/pipeline/authenticate.ts'
import type { Principal } from '../../core/principal.ts'
import { redactUrl } from '../configuration/settings.ts'
import { throttle } from '../throttle.ts'
import { issuerKeys } from './issuer-keys.ts'
import { type TokenVerifier, type TrustedIssuer, UnknownKey, verifiedTokens } from './tokens.ts'

// Public-key algorithms only: with a shared secret, anyone who can verify a token can create one.
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'Ed25519', 'EdDSA']

export interface IdentityProviderParts extends Omit<TrustedIssuer, 'algorithms'> {
  /** Called with the reason when keys are not available; at most once a minute per reason. */
  report?: (reason: string) => void
  tokenCacheMegabytes: number
}

/** Returns a verifier that is ready while it has keys. Requests and `isReady` load them when needed. */
export function identityProviderVerifier({
  report = () => {},
  tokenCacheMegabytes,
  ...rules
}: IdentityProviderParts): TokenVerifier {
  const reportOnce = throttle(report)
  const onFailure = (error: unknown) => reportOnce(reasons(error).join(': '))
  const { known, latest } = issuerKeys(rules.issuer, onFailure)
  const verifyWithKeys = verifiedTokens({ ...rules, algorithms }, tokenCacheMegabytes)

  /** An issuer may sign with a key as soon as it publishes it (OpenID Connect Core, 10.1.1). */
  async function retryWithLatest(token: string, error: unknown): Promise<Principal> {
    if (!(error instanceof UnknownKey)) throw error
    const keys = await latest()
    // Usually the list is the same: trying the same keys again would double the cost of a forged token.
    if (keys === error.keys) throw error
    return verifyWithKeys(token, () => keys)
  }

  function reportUnusable(error: unknown): never {
    if (!(error instanceof UnknownKey && error.cause)) throw error
    onFailure(new Error('a key of the issuer cannot be used', { cause: error.cause }))
    throw new KeysUnavailable('A key of the issuer cannot be used.')
  }

  return {
    verify(token) {
      const verified = verifyWithKeys(token, known)
      if (!('then' in verified)) return verified
      return verified.catch((error) => retryWithLatest(token, error)).catch(reportUnusable)
    },
    isReady: () =>
      Promise.try(known).then(
        () => true,
        () => false,
      ),
  }
}

/** The messages of an error and its causes; the code of an error without a message. */
function reasons(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const { message, code, cause } = error as NodeJS.ErrnoException
  const reason = message || String(code ?? error.name)
  return [reason.replaceAll(/https?:[^\s"']+/gi, redactUrl), ...reasons(cause)]
}
