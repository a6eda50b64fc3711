// Remembers valid tokens: a client sends the same token with each request, and its signature is expensive to verify.
import { LRUCache } from 'lru-cache'
import type { Caller } from '../../core/caller.ts'
import { isValidNow, type TrustedIssuer, type VerifiedToken, verifyAccessToken } from './verify-access-token.ts'

/** The texts of tokens that fit, in characters: about 2,500 tokens. More of them slow down each garbage collection. */
const maxCharacters = 2_000_000

/** As `verifyAccessToken`, with keys that may change from call to call. */
export type VerifyWithKeys = (token: string, loadKeys: TrustedIssuer['keys']) => Promise<Caller>

/**
 * The verdict depends on the text of the token, the time and the keys. So it is used only while the token is valid by the
 * clock, and while the keys are those that verified it: a change of the keys of an issuer makes a new list.
 */
export function verifiedTokens(rules: Omit<TrustedIssuer, 'keys'>): VerifyWithKeys {
  const remembered = new LRUCache<string, VerifiedToken>({
    maxSize: maxCharacters,
    sizeCalculation: (_verified, token) => token.length,
  })

  return async (token, loadKeys) => {
    const earlier = remembered.get(token)
    if (earlier !== undefined && earlier.keys === (await loadKeys()) && isValidNow(earlier)) return earlier.caller
    const verified = await verifyAccessToken(token, { ...rules, keys: loadKeys })
    // A copy: a part of a text keeps the whole text in memory, here the header that it came in.
    remembered.set(Buffer.from(token).toString(), verified)
    return verified.caller
  }
}
