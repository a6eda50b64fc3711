// Unexpected key sets, faulty responses and unusual tokens of an identity provider, as the verifier handles them.
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { closeAfterTests } from '../../support/shared-service.ts'
import {
  faults,
  getVerifier,
  type Responder,
  respondWith,
  startTokenIssuer,
  type TokenIssuer,
} from '../../support/token-issuer.ts'

const rsa = await exportJWK((await generateKeyPair('RS256')).publicKey)
const ec = await generateKeyPair('ES256', { extractable: true })
const { privateKey: weak } = generateKeyPairSync('rsa', { modulusLength: 1024 })

/** Keys that a token with the algorithm ES256 or RS256 can name, but that no verifier can use. */
const unusable: [string, JWK][] = [
  ['whose point is not on the curve', { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA' }],
  ['that is private', await exportJWK(ec.privateKey)],
  ['that is too short', await exportJWK(createPublicKey(weak))],
]

/** Keys that cannot verify a signature with the algorithm of the token. */
const unrelated: [string, object | null][] = [
  ['of an unknown type', { kty: 'LMS' }],
  ['for encryption', { ...rsa, use: 'enc' }],
  ['with a shared secret', { kty: 'oct', k: 'AAAA' }],
  ['that is null', null],
]

const jwksResponder = (...keys: unknown[]) => respondWith({ keys })

describe('in the key set of an issuer', () => {
  it.each([...unusable, ...unrelated])('a key %s does not affect another key', async (_what, key) => {
    const algorithm = Object(key).kty === 'RSA' ? 'RS256' : 'ES256'
    for (const kid of ['key-1', undefined]) {
      await using issuer = await startTokenIssuer({ algorithm })
      issuer.overrides.keys = jwksResponder(key && { ...key, kid }, { ...issuer.publicJwk(), kid })
      const { resultOf, reasons } = getVerifier(issuer)
      expect([await resultOf(await issuer.token({}, { kid })), reasons]).toEqual(['valid', []])
    }
  })

  it.each(unusable)('a key %s makes its own tokens unavailable, not invalid', async (_what, jwk) => {
    await using issuer = await startTokenIssuer({ algorithm: jwk.kty === 'RSA' ? 'RS256' : 'ES256' })
    issuer.overrides.keys = jwksResponder({ ...jwk, kid: 'its key' }, issuer.publicJwk())
    const { resultOf, reasons } = getVerifier(issuer)
    for (let call = 0; call < 3; call += 1)
      expect(await resultOf(await issuer.token({}, { kid: 'its key' }))).toBe('KeysUnavailable')
    expect(reasons).toEqual([expect.stringMatching(/^a key of the issuer cannot be used: ./)])
    expect(await resultOf(await issuer.token({}, { kid: 'another' }))).toBe('InvalidToken')
    expect(await resultOf(await issuer.token())).toBe('valid')
  })

  it.each([undefined, 'many'])('more than 20 keys with the kid %s are not tried', async (kid) => {
    await using issuer = await startTokenIssuer()
    const many = Array.from({ length: 21 }, () => ({ ...issuer.publicJwk(), kid }))
    issuer.overrides.keys = jwksResponder(...many, issuer.publicJwk())
    const { resultOf, reasons } = getVerifier(issuer)
    expect(await resultOf(await issuer.token({}, { kid }))).toBe('KeysUnavailable')
    expect(reasons).toEqual(['a key of the issuer cannot be used: more than 20 keys could verify a token'])
    expect(await resultOf(await issuer.token())).toBe('valid')
  })
})

const withJwksUri = (jwks_uri?: string) => (issuer: string) => respondWith({ issuer, jwks_uri })
const redirect: Responder = (res) => res.writeHead(302, { Location: 'https://a.example' }).end()

describe.concurrent('the verifier', () => {
  it.each<[keyof TokenIssuer['overrides'], string, (issuer: string) => Responder, RegExp]>([
    ['discovery', 'responds 500', () => faults.internalError, /openid-configuration responded 500$/],
    ['discovery', 'responds with HTML', () => faults.html, /not valid JSON$/],
    ['discovery', 'does not respond', () => faults.noResponse, /aborted due to timeout$/],
    [
      'discovery',
      'is another issuer',
      () => respondWith({ issuer: 'https://a.example' }),
      /the issuer https:\/\/a\.example, not/,
    ],
    ['discovery', 'redirects', () => redirect, /responded 302$/],
    ['discovery', 'closes the connection', () => (res) => res.destroy(), /socket hang up$/],
    ['discovery', 'does not end its response', () => faults.endless, /responded with more than 1000000 bytes$/],
    ['discovery', 'has an http jwks_uri', withJwksUri('http://keys.example/jwks'), /jwks_uri .* is not an https URL$/],
    ['discovery', 'has no jwks_uri', withJwksUri(), /jwks_uri .* is not an https URL$/],
    [
      'discovery',
      'has a password in its jwks_uri, which is redacted',
      withJwksUri('https://user:secret@keys.example/?key=secret'),
      /https:\/\/\*\*\*@keys\.example\/\?\*\*\* has a user or a password$/,
    ],
    ['keys', 'responds 500', () => faults.internalError, /keys responded 500$/],
    ['keys', 'does not respond', () => faults.noResponse, /aborted due to timeout$/],
    ['keys', 'sends JSON that is no key set', () => respondWith({ keys: 'none' }), /is not a JSON Web Key Set$/],
    ['keys', 'has no keys', () => respondWith({ keys: [] }), /has no keys$/],
  ])('throws KeysUnavailable and reports why if, for %s, the issuer %s', async (document, _what, respond, reason) => {
    await using issuer = await startTokenIssuer()
    issuer.overrides[document] = respond(issuer.issuer)
    const { isReady, resultOf, reasons } = getVerifier(issuer)
    expect(await isReady()).toBe(false)
    expect(await resultOf(await issuer.token())).toBe('KeysUnavailable')
    expect(reasons).toEqual([expect.stringMatching(reason)])
    if (document === 'discovery') expect(reasons[0]).toMatch(/^the issuer cannot be discovered: /)
  })

  it('rejects strings that are not tokens, without a request to an issuer that cannot be discovered', async () => {
    await using issuer = await startTokenIssuer()
    issuer.overrides.discovery = faults.internalError
    const { resultOf, reasons } = getVerifier(issuer)
    for (const text of ['x', 'x.y.z', 'eyJhbGciOiJub25lIn0.e30.']) expect(await resultOf(text)).toBe('InvalidToken')
    expect([issuer.requests(), reasons]).toEqual([0, []])
  })
})

it('a verifier reports the same reason at most once a minute, and a different reason at once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  await using issuer = await startTokenIssuer()
  issuer.overrides.discovery = faults.internalError
  const { isReady, reasons } = getVerifier(issuer)
  const reportsAfter = async (seconds: number) => {
    vi.advanceTimersByTime(seconds * 1_000)
    expect(await isReady()).toBe(false)
    return reasons.length
  }
  expect([await reportsAfter(5), await reportsAfter(59), await reportsAfter(7)]).toEqual([1, 1, 2])
  issuer.overrides.discovery = faults.html
  expect(await reportsAfter(5)).toBe(3)
})

const issuer = closeAfterTests(await startTokenIssuer({ algorithm: 'RS256' }))

describe('with TOKEN_TYPE=JWT and SCOPE_CLAIM=scp, the verifier', () => {
  const { resultOf, verify } = getVerifier(issuer, { tokenType: 'JWT', scopeClaim: 'scp' })
  const token = (claims: object, typ: string | undefined = 'JWT') =>
    issuer.token({ scope: undefined, scp: ['rooms:read'], ...claims }, { typ })

  it.each<[scp: unknown, scopes: string[]]>([
    [
      ['rooms:read', 'openid'],
      ['rooms:read', 'openid'],
    ],
    ['rooms:read rooms:write', ['rooms:read', 'rooms:write']],
    [['rooms:read rooms:write'], ['rooms:read rooms:write']],
    [{ 'rooms:read': true }, []],
  ])('reads the claim %j as the scopes %j', async (scp, scopes) => {
    expect(await verify(await token({ scp }))).toMatchObject({ scopes: new Set(scopes) })
  })

  it.each([
    ...['jwt', 'application/jwt'].map((typ) => ({ typ, expected: 'valid' })),
    ...['at+jwt', 'logout+jwt', ''].map((typ) => ({ typ, expected: 'InvalidToken' })),
  ])('returns $expected for a token of the type "$typ"', async ({ typ, expected }) => {
    expect(await resultOf(await token({}, typ))).toBe(expected)
  })

  // Okta's documentation: the header of an access token has `alg` and `kid`, and nothing else.
  it('accepts a token without a type', async () => {
    expect(await resultOf(await issuer.token({ scp: [] }, { typ: undefined }))).toBe('valid')
  })

  it.each(['exp', 'sub', 'aud', 'iss', 'scp'])('rejects a token without %s', async (claim) => {
    expect(await resultOf(await token({ [claim]: undefined }))).toBe('InvalidToken')
  })
})

describe('the verifier', () => {
  it.each(['', '/', '/realms/lamps', '/realms/lamps/'])('accepts an issuer URL that ends in %j', async (path) => {
    await using newIssuer = await startTokenIssuer({ path })
    const { owner } = await getVerifier(newIssuer).verify(await newIssuer.token())
    expect(owner).toBe(JSON.stringify([newIssuer.issuer, 'gardener']))
  })

  const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 Ed25519 EdDSA'.split(' ')
  it.each(algorithms)('accepts the algorithm %s', async (algorithm) => {
    await using newIssuer = await startTokenIssuer({ algorithm })
    expect(await getVerifier(newIssuer).resultOf(await newIssuer.token())).toBe('valid')
  })

  // A verifier that takes the algorithm from the token and the key from the issuer would accept these tokens.
  it.each(['HS256', 'HS384', 'HS512'])('rejects %s with the public key as the secret', async (alg) => {
    const jwk = issuer.publicJwk()
    const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    for (const secret of [String(pem), JSON.stringify(jwk), jwk.n ?? ''])
      expect(await getVerifier(issuer).resultOf(await issuer.token({}, { alg }, Buffer.from(secret)))).toBe(
        'InvalidToken',
      )
  })

  it.each<[string, object]>([
    ['an unknown key', { kid: 'another' }],
    ['another algorithm', { alg: 'PS256' }],
    ['an extension', { crit: ['b64'], b64: false }],
  ])('rejects a forged token that names %s, without a report', async (_what, header) => {
    const { resultOf, reasons } = getVerifier(issuer)
    const [, payload] = (await issuer.token()).split('.')
    const head = Buffer.from(JSON.stringify({ alg: 'RS256', typ: 'at+jwt', kid: 'key-1', ...header })).toString(
      'base64url',
    )
    expect(await resultOf(`${head}.${payload}.${'A'.repeat(342)}`)).toBe('InvalidToken')
    expect(reasons).toEqual([])
  })
})
