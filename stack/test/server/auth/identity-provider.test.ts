// Key sets, outages and tokens of an identity provider that a verifier does not expect.
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { shared } from '../../support/shared-service.ts'
import {
  getVerifier,
  json,
  type Outage,
  outages,
  startTokenIssuer,
  type TokenIssuer,
} from '../../support/token-issuer.ts'

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
    for (let call = 0; call < 3; call += 1)
      expect(await outcome(await issuer.token({}, { kid: 'its key' }))).toBe('KeysUnavailable')
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

type Page = keyof TokenIssuer['outages']

describe.concurrent('the verifier', () => {
  it.each<[page: Page, string, Outage, RegExp]>([
    ['discovery', 'responds 500', outages.internalError, /openid-configuration responded 500$/],
    ['discovery', 'responds with HTML', outages.html, /not valid JSON$/],
    ['discovery', 'does not respond', outages.noResponse, /aborted due to timeout$/],
    [
      'discovery',
      'is another issuer',
      json({ issuer: 'https://a.example' }),
      /names the issuer https:\/\/a\.example, not/,
    ],
    ['discovery', 'redirects', (res) => res.writeHead(302, { Location: 'https://a.example' }).end(), /responded 302$/],
    ['discovery', 'closes the connection', (res) => res.destroy(), /socket hang up$/],
    ['keys', 'responds 500', outages.internalError, /keys responded 500$/],
    ['keys', 'responds with HTML', outages.html, /not valid JSON$/],
    ['keys', 'does not respond', outages.noResponse, /aborted due to timeout$/],
    ['keys', 'sends something else', json({ keys: 'none' }), /is not a JSON Web Key Set$/],
    ['keys', 'has no keys', json({ keys: [] }), /has no keys$/],
    ['discovery', 'does not end its response', outages.endless, /responded with more than 1000000 bytes$/],
    ['keys', 'does not end its response', outages.endless, /responded with more than 1000000 bytes$/],
  ])('throws KeysUnavailable and reports the reason: for %s, the issuer %s', async (page, _what, outage, reason) => {
    await using issuer = await startTokenIssuer()
    issuer.outages[page] = outage
    const { isReady, outcome, reasons } = getVerifier(issuer)
    expect(await isReady()).toBe(false)
    expect(await outcome(await issuer.token())).toBe('KeysUnavailable')
    if (page === 'discovery') expect(reasons).toEqual([expect.stringMatching(/^the issuer cannot be discovered: /)])
    expect(reasons[0]).toMatch(reason)
  })

  it('rejects texts that are not tokens, without asking an issuer that cannot be discovered', async () => {
    await using issuer = await startTokenIssuer()
    issuer.outages.discovery = outages.internalError
    const { outcome, reasons } = getVerifier(issuer)
    for (const text of ['x', 'x.y.z', 'eyJhbGciOiJub25lIn0.e30.']) expect(await outcome(text)).toBe('InvalidToken')
    expect([issuer.requests(), reasons]).toEqual([0, []])
  })

  it.each(['http://keys.example/jwks', 'jwks', undefined])('does not fetch keys from %s', async (jwks_uri) => {
    await using issuer = await startTokenIssuer()
    issuer.outages.discovery = json({ issuer: issuer.issuer, jwks_uri })
    const { outcome, reasons } = getVerifier(issuer)
    expect(await outcome(await issuer.token())).toBe('KeysUnavailable')
    expect(reasons).toEqual([expect.stringMatching(/jwks_uri .* is not an https URL$/)])
  })

  it('does not report the password in a URL', async () => {
    await using issuer = await startTokenIssuer()
    issuer.outages.discovery = json({ issuer: issuer.issuer, jwks_uri: 'https://user:secret@keys.example/?key=secret' })
    const { outcome, reasons } = getVerifier(issuer)
    expect(await outcome(await issuer.token())).toBe('KeysUnavailable')
    expect(reasons).toEqual([expect.stringMatching(/https:\/\/\*\*\*@keys\.example\/\?\*\*\* has a password$/)])
    expect(reasons[0]).not.toContain('secret')
  })
})

it('a verifier reports the same reason again after one minute, not earlier, and another reason at once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  await using issuer = await startTokenIssuer()
  issuer.outages.discovery = outages.internalError
  const { isReady, reasons } = getVerifier(issuer)
  const nextAttempt = async () => {
    vi.advanceTimersByTime(5_000)
    const requests = issuer.requests()
    expect(await isReady()).toBe(false)
    expect(issuer.requests()).toBe(requests + 1)
  }
  await nextAttempt()
  vi.advanceTimersByTime(54_000)
  await nextAttempt()
  expect(reasons).toHaveLength(1)
  vi.advanceTimersByTime(2_000)
  await nextAttempt()
  expect(reasons).toHaveLength(2)
  issuer.outages.discovery = outages.html
  await nextAttempt()
  expect(reasons).toHaveLength(3)
})

const issuer = shared(await startTokenIssuer({ algorithm: 'RS256' }))

describe('with TOKEN_TYPE=JWT and SCOPE_CLAIM=scp, the verifier', () => {
  const { outcome, verify } = getVerifier(issuer, { tokenType: 'JWT', scopeClaim: 'scp' })
  const token = (claims: object, typ: string | undefined = 'JWT') =>
    issuer.token({ scope: undefined, scp: ['rooms:read'], ...claims }, { typ })

  it.each<[unknown, string[]]>([
    [
      ['rooms:read', 'openid'],
      ['rooms:read', 'openid'],
    ],
    ['rooms:read rooms:write', ['rooms:read', 'rooms:write']],
    [[], []],
    [['rooms:read rooms:write'], ['rooms:read rooms:write']],
    [{ 'rooms:read': true }, []],
  ])('reads the claim %j as the scopes %j', async (scp, scopes) => {
    expect(await verify(await token({ scp }))).toMatchObject({ scopes: new Set(scopes) })
  })

  // Okta's documentation: the header of an access token has `alg` and `kid`, and nothing else.
  it.each(['JWT', 'jwt', 'application/jwt'])('accepts the type %s, and no type', async (typ) => {
    expect(await outcome(await token({}, typ))).toBe('valid')
    expect(await outcome(await issuer.token({ scp: [] }, { typ: undefined }))).toBe('valid')
  })

  it.each(['at+jwt', 'logout+jwt', ''])('rejects the type %j', async (typ) => {
    expect(await outcome(await token({}, typ))).toBe('InvalidToken')
  })

  it.each(['exp', 'sub', 'aud', 'iss', 'scp'])('rejects a token without %s', async (claim) => {
    expect(await outcome(await token({ [claim]: undefined }))).toBe('InvalidToken')
  })
})

describe('the verifier', () => {
  it.each(['', '/', '/realms/lamps', '/realms/lamps/'])('accepts an issuer URL that ends in %j', async (path) => {
    await using other = await startTokenIssuer({ path })
    const { owner } = await getVerifier(other).verify(await other.token())
    expect(owner).toBe(JSON.stringify([other.issuer, 'gardener']))
  })

  const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 Ed25519 EdDSA'.split(' ')
  it.each(algorithms)('accepts the algorithm %s', async (algorithm) => {
    await using other = await startTokenIssuer({ algorithm })
    expect(await getVerifier(other).outcome(await other.token())).toBe('valid')
  })
})

describe('without asking the issuer for keys, the verifier', () => {
  const { outcome, reasons } = getVerifier(issuer)
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  // A verifier that takes the algorithm from the token and the key from the issuer would accept these.
  it.each(['HS256', 'HS384', 'HS512'])('rejects %s with the public key as the secret', async (alg) => {
    const jwk = issuer.publicJwk()
    const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    for (const secret of [String(pem), JSON.stringify(jwk), jwk.n ?? ''])
      expect(await outcome(await issuer.token({}, { alg }, Buffer.from(secret)))).toBe('InvalidToken')
  })

  it.each<[string, object]>([
    ['an unknown key', { kid: 'another' }],
    ['another algorithm', { alg: 'PS256' }],
    ['an extension', { crit: ['b64'], b64: false }],
  ])('rejects a forged token that names %s', async (_what, header) => {
    const [, payload] = (await issuer.token()).split('.')
    const head = part({ alg: 'RS256', typ: 'at+jwt', kid: 'key-1', ...header })
    expect(await outcome(`${head}.${payload}.${'A'.repeat(342)}`)).toBe('InvalidToken')
    expect(reasons).toEqual([])
  })
})
