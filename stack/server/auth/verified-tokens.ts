// Remembers valid tokens: a client sends the same token with each request, and its signature is expensive to verify.
import { hash } from 'node:crypto'
import type { Caller } from '../../core/caller.ts'
import { RecentMap } from '../recent-map.ts'
import { isValidNow, type TrustedIssuer, type VerifiedToken, verifyAccessToken } from './verify-access-token.ts'

/** What a remembered token takes, in bytes: the hash of its string, its caller and its times. */
const bytesPerToken = 500

/**
 * The result depends on the token, the time and the keys. So it is used only while the token is valid by the clock, and
 * while the keys are those that verified it: a change of the keys of an issuer makes a new list.
 * @returns `verifyAccessToken` with keys that may change from call to call.
 * @param cacheMegabytes The memory for remembered tokens.
 */
export function verifiedTokens(rules: Omit<TrustedIssuer, 'keys'>, cacheMegabytes: number) {
  const remembered = new RecentMap<VerifiedToken>((cacheMegabytes * 1_000_000) / bytesPerToken)

  return async (token: string, loadKeys: TrustedIssuer['keys']): Promise<Caller> => {
    const key = hash('sha256', token, 'base64url')
    const earlier = remembered.get(key)
    if (earlier !== undefined && earlier.keys === (await loadKeys()) && isValidNow(earlier)) return earlier.caller
    const verified = await verifyAccessToken(token, { ...rules, keys: loadKeys })
    remembered.set(key, verified)
    return verified.caller
  }
}
