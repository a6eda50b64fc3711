// Access tokens of the operator's identity provider. While the provider is down, tokens whose keys are already loaded are
// accepted for up to an hour.

import { KeysUnavailable } from '../../core/pipeline/authenticate.ts'
import type { Principal } from '../../core/principal.ts'
import { redactUrl } from '../configuration/settings.ts'
import { throttle } from '../throttle.ts'
import { issuerKeys } from './issuer-keys.ts'
import { createAccessTokenVerifier, type TokenVerifier, type TrustedIssuer, UnknownKey } from './tokens.ts'

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
  ...trusted
}: IdentityProviderParts): TokenVerifier {
  const reportThrottled = throttle(report)
  const onFailure = (error: unknown) => reportThrottled(toReasons(error).join(': '))
  const { getKeys, getLatestKeys } = issuerKeys(trusted.issuer, onFailure)
  const verifyWithKeys = createAccessTokenVerifier({ ...trusted, algorithms }, tokenCacheMegabytes)

  /** An issuer may sign with a key as soon as it publishes it (OpenID Connect Core, 10.1.1). */
  async function retryWithLatest(token: string, error: unknown): Promise<Principal> {
    if (!(error instanceof UnknownKey)) throw error
    const keys = await getLatestKeys()
    // Usually the list is the same. To try its keys again would double the cost of a forged token.
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
      const verified = verifyWithKeys(token, getKeys)
      if (!('then' in verified)) return verified
      return verified.catch((error) => retryWithLatest(token, error)).catch(reportUnusable)
    },
    isReady: () =>
      Promise.try(getKeys).then(
        () => true,
        () => false,
      ),
  }
}

/** Returns the messages of an error and its causes; the code of an error without a message. */
function toReasons(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const { message, code, cause } = error as NodeJS.ErrnoException
  const reason = message || String(code ?? error.name)
  return [reason.replaceAll(/https?:[^\s"']+/gi, redactUrl), ...toReasons(cause)]
}
