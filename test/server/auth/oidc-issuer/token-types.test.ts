// Tokens as issuers make them that do not follow RFC 9068, and as nobody should make them.
import { createPublicKey } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allScopes } from '../../../support/identity-provider.ts'
import { expectInvalid, startProtected } from '../../../support/protected-service.ts'
import { startTinyIssuer, type TinyIssuer } from '../../../support/token-issuer.ts'

let issuer: TinyIssuer
beforeAll(async () => {
  issuer = await startTinyIssuer()
})
afterAll(() => issuer[Symbol.asyncDispose]())

const plain = { TOKEN_TYPE: 'JWT', SCOPE_CLAIM: 'scp' }

describe('TOKEN_TYPE=JWT and SCOPE_CLAIM=scp', () => {
  it.each([
    ['a list', ['plants:read', 'plants:write'], 200, 201],
    ['a text', 'plants:read plants:write', 200, 201],
    ['a list of less', ['plants:read', 'openid'], 200, 403],
    ['a list of nothing', [], 403, 403],
    ['a list of other things', [1, null, { 'plants:read': true }, ['plants:read']], 403, 403],
    ['a text in a list', ['plants:read plants:write'], 403, 403],
    ['an object', { 'plants:read': true }, 403, 403],
    ['a number', 7, 403, 403],
    ['true', true, 403, 403],
  ])('takes the scopes from %s', async (_shape, scp, lists, creates) => {
    await using service = await startProtected({ AUTH_ISSUER: issuer.issuer, ...plain })
    const token = await issuer.token({ scp })
    expect((await service.list(token)).status).toBe(lists)
    expect((await service.create(token)).status).toBe(creates)
  })

  // Okta's documentation: the header of an access token has `alg` and `kid`, and nothing else.
  it.each(['JWT', 'jwt', 'application/jwt', undefined])('takes the type %j', async (typ) => {
    await using service = await startProtected({ AUTH_ISSUER: issuer.issuer, ...plain })
    expect((await service.list(await issuer.token({ scp: ['plants:read'] }, { typ }))).status).toBe(200)
  })

  it.each(['at+jwt', 'logout+jwt', 'dpop+jwt', 'JWT+x', '', 'okta-internal-at+jwt'])(
    'does not take the type %j',
    async (typ) => {
      await using service = await startProtected({ AUTH_ISSUER: issuer.issuer, ...plain })
      await expectInvalid(await service.list(await issuer.token({ scp: ['plants:read'] }, { typ })))
    },
  )

  it.each([
    ['none, as in an ID token', {}],
    ['those in the other claim', { scope: allScopes }],
  ])('does not take a token whose scopes are %s', async (_what, claims) => {
    await using service = await startProtected({ AUTH_ISSUER: issuer.issuer, ...plain })
    await expectInvalid(await service.list(await issuer.token(claims)))
  })

  it.each(['exp', 'sub', 'aud', 'iss'])('still needs %s', async (claim) => {
    await using service = await startProtected({ AUTH_ISSUER: issuer.issuer, ...plain })
    await expectInvalid(await service.list(await issuer.token({ scp: ['plants:read'], [claim]: undefined })))
  })
})

describe('an issuer', () => {
  it.each(['', '/', '/realms/plants', '/realms/plants/'])('may be named by an URL that ends in %j', async (path) => {
    await using issuer = await startTinyIssuer({ path })
    await using service = await startProtected({ AUTH_ISSUER: issuer.issuer })
    const token = await issuer.token({ scope: allScopes }, { typ: 'at+jwt' })
    expect((await service.list(token)).status).toBe(200)
    const { owner } = await service.verifier.verify(token, undefined)
    expect(owner).toBe(JSON.stringify([issuer.issuer, 'gardener']))
  })

  const algorithms = [
    'RS256',
    'RS384',
    'RS512',
    'PS256',
    'PS384',
    'PS512',
    'ES256',
    'ES384',
    'ES512',
    'Ed25519',
    'EdDSA',
  ]
  it.each(algorithms)('may sign with %s', async (algorithm) => {
    await using issuer = await startTinyIssuer({ algorithm })
    await using service = await startProtected({ AUTH_ISSUER: issuer.issuer })
    expect((await service.list(await issuer.token({ scope: allScopes }, { typ: 'at+jwt' }))).status).toBe(200)
  })
})

describe('a signature that anybody could have made', () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  it.each(['none', 'None', 'NONE', ''])('is none: the algorithm %j is refused', async (alg) => {
    await using service = await startProtected({ AUTH_ISSUER: issuer.issuer })
    const [, payload] = (await issuer.token({ scope: allScopes })).split('.')
    await expectInvalid(await service.list(`${part({ alg, typ: 'at+jwt', kid: 'tiny' })}.${payload}.`))
  })

  // Who takes the algorithm from the token and the key from the issuer would verify these.
  it.each(['HS256', 'HS384', 'HS512'])('is one with the public key as a secret: %s is refused', async (alg) => {
    await using service = await startProtected({ AUTH_ISSUER: issuer.issuer })
    const pem = createPublicKey({ key: issuer.publicJwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    const secrets = [String(pem), JSON.stringify(issuer.publicJwk), issuer.publicJwk.n ?? '']
    for (const secret of secrets) {
      await expectInvalid(await service.list(await issuer.signedBy(Buffer.from(secret), { alg })))
    }
    expect(service.reasons).toEqual([])
  })

  it.each<[string, Record<string, unknown>]>([
    ['a key that there is not', { kid: 'another' }],
    ['a key by a number', { kid: 7 }],
    ['a key in itself', { jwk: { kty: 'oct', k: 'AAAA' }, kid: undefined }],
    ['another algorithm', { alg: 'PS256' }],
    ['an extension', { crit: ['b64'], b64: false }],
    ['an algorithm that is no text', { alg: 7 }],
  ])('is not looked at where its header names %s', async (_what, header) => {
    await using service = await startProtected({ AUTH_ISSUER: issuer.issuer })
    const [, payload] = (await issuer.token({ scope: allScopes })).split('.')
    const head = part({ alg: 'RS256', typ: 'at+jwt', kid: 'tiny', ...header })
    await expectInvalid(await service.list(`${head}.${payload}.${'A'.repeat(342)}`))
    expect(service.reasons).toEqual([])
  })
})
