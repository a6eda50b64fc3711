// Tokens of issuers that do not follow RFC 9068, and forged tokens.
import { createPublicKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { shared } from '../../../support/shared-service.ts'
import { getVerifier, startTokenIssuer } from '../../../support/token-issuer.ts'

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

  it.each<[string, object]>([
    ['has no scopes, like an ID token', { scp: undefined }],
    ...['exp', 'sub', 'aud', 'iss'].map((name): [string, object] => [`has no ${name}`, { [name]: undefined }]),
  ])('rejects a token that %s', async (_what, claims) => {
    expect(await outcome(await token(claims))).toBe('InvalidToken')
  })
})

describe('the verifier', () => {
  it.each(['', '/', '/realms/lamps', '/realms/lamps/'])('accepts an issuer URL that ends in %j', async (path) => {
    await using other = await startTokenIssuer({ path })
    const { owner } = await getVerifier(other).verify(await other.token())
    expect(owner).toBe(JSON.stringify([other.issuer, 'gardener']))
  })

  it.each([...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'Ed25519', 'EdDSA']])(
    'accepts the algorithm %s',
    async (algorithm) => {
      await using other = await startTokenIssuer({ algorithm })
      expect(await getVerifier(other).outcome(await other.token())).toBe('valid')
    },
  )
})

describe('without asking the issuer for keys, the verifier', () => {
  const { outcome, reasons } = getVerifier(issuer)
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  // A verifier that takes the algorithm from the token and the key from the issuer would accept these.
  it.each(['HS256', 'HS384', 'HS512'])('rejects %s with the public key as the secret', async (alg) => {
    const jwk = issuer.publicJwk()
    const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    for (const secret of [String(pem), JSON.stringify(jwk), jwk.n ?? '']) {
      expect(await outcome(await issuer.token({}, { alg }, Buffer.from(secret)))).toBe('InvalidToken')
    }
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
