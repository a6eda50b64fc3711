// Key sets with more, fewer and other keys than a verifier expects.
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { getVerifier, json, startTokenIssuer } from '../../../support/token-issuer.ts'

const rsa = await exportJWK((await generateKeyPair('RS256')).publicKey)
const ec = await generateKeyPair('ES256', { extractable: true })
const { privateKey: weak } = generateKeyPairSync('rsa', { modulusLength: 1024 })
const weakJwk = await exportJWK(createPublicKey(weak))

/** Keys that a token with the algorithm ES256 or RS256 can name, and that no verifier can use. */
const unusable: [string, JWK][] = [
  ['whose point is not on the curve', { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA' }],
  ['that is private', await exportJWK(ec.privateKey)],
  ['that is too short', weakJwk],
]

/** Keys for something else. */
const unrelated: [string, unknown][] = [
  ['of an unknown type', { kty: 'LMS', kid: 'key-1' }],
  ['for encryption', { ...rsa, use: 'enc' }],
  ['with a shared secret', { kty: 'oct', k: 'AAAA', kid: 'key-1' }],
  ['that is null', null],
]

const getAlgorithm = (key: JWK) => (key.kty === 'RSA' ? 'RS256' : 'ES256')
const toSet = (...keys: unknown[]) => json({ keys })

describe('in the key set of an issuer', () => {
  it.each([...unusable, ...unrelated])(
    'a key %s does not affect another key, before or after it',
    async (_what, key) => {
      const algorithm = Object(key).kty === 'RSA' ? 'RS256' : 'ES256'
      for (const kid of ['key-1', undefined]) {
        await using issuer = await startTokenIssuer({ algorithm })
        const good = { ...issuer.publicJwk(), kid }
        const other = typeof key === 'object' && key !== null && !Array.isArray(key) ? { ...key, kid } : key
        for (const keys of [toSet(other, good), toSet(good, other)]) {
          issuer.outages.keys = keys
          const { outcome, reasons } = getVerifier(issuer)
          expect(await outcome(await issuer.token({}, { kid }))).toBe('valid')
          expect(reasons).toEqual([])
        }
      }
    },
  )

  it.each(unusable)('a key %s makes its own tokens unavailable, not invalid', async (_what, jwk) => {
    await using issuer = await startTokenIssuer({ algorithm: getAlgorithm(jwk) })
    issuer.outages.keys = toSet({ ...jwk, kid: 'its key' }, issuer.publicJwk())
    const { outcome, reasons } = getVerifier(issuer)
    for (let call = 0; call < 3; call += 1) {
      expect(await outcome(await issuer.token({}, { kid: 'its key' }))).toBe('KeysUnavailable')
    }
    expect(reasons).toEqual([expect.stringMatching(/^a key of the issuer cannot be used: ./)])
    expect(await outcome(await issuer.token({}, { kid: 'another' }))).toBe('InvalidToken')
    expect(await outcome(await issuer.token())).toBe('valid')
  })

  it.each([undefined, 'many'])('more than 20 keys with the kid %s are not tried: 503', async (kid) => {
    await using issuer = await startTokenIssuer()
    const many = Array.from({ length: 21 }, () => ({ ...issuer.publicJwk(), kid }))
    issuer.outages.keys = toSet(...many, issuer.publicJwk())
    const { outcome, reasons } = getVerifier(issuer)
    expect(await outcome(await issuer.token({}, { kid }))).toBe('KeysUnavailable')
    expect(reasons).toEqual(['a key of the issuer cannot be used: more than 20 keys could verify a token'])
    expect(await outcome(await issuer.token())).toBe('valid')
    expect(await outcome(await issuer.token({}, { kid: 'another' }))).toBe('InvalidToken')
  })
})
