// Tokens of a real provider: which of them count, and for whom.
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audience, startProvider, type TestProvider } from '../../../support/identity-provider.ts'
import { expectInvalid, type Protected, startProtected } from '../../../support/protected-service.ts'

let provider: TestProvider
let other: TestProvider
let service: Protected
beforeAll(async () => {
  provider = await startProvider()
  other = await startProvider()
  service = await startProtected({ AUTH_ISSUER: provider.issuer })
})
afterAll(async () => {
  for (const one of [service, provider, other]) await one?.[Symbol.asyncDispose]()
})

describe('a token of the provider', () => {
  it('counts, with the scopes it has', async () => {
    const token = await provider.clientToken()
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'RS256', typ: 'at+jwt' })
    expect((await service.create(token, 'Monstera deliciosa')).status).toBe(201)
    const answer = await service.list(token)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject([{ name: 'Monstera deliciosa' }])
  })

  it.each([
    ['plants:read', 200, 403],
    ['plants:write', 403, 201],
    ['', 403, 403],
  ])('with the scope %j lists with %i and creates with %i', async (scope, lists, creates) => {
    const token = await provider.clientToken({ scope })
    expect((await service.list(token)).status).toBe(lists)
    const created = await service.create(token)
    expect(created.status).toBe(creates)
    if (creates === 403) expect(created.headers.get('WWW-Authenticate')).toContain('scope="plants:write"')
  })

  it('speaks for its issuer and subject, whoever asked for it', async () => {
    const alice = await provider.userTokens('alice', 'plants:read plants:write')
    const again = await provider.userTokens('alice', 'plants:read')
    const bob = await provider.userTokens('bob', 'plants:read')
    expect((await service.verifier.verify(alice.access_token, undefined)).owner).toBe(
      JSON.stringify([provider.issuer, 'alice']),
    )
    expect((await service.create(alice.access_token, 'Fern of Alice')).status).toBe(201)
    expect(await (await service.list(again.access_token)).json()).toMatchObject([{ name: 'Fern of Alice' }])
    expect(await (await service.list(bob.access_token)).json()).toEqual([])
  })

  it('that has expired is told so', async () => {
    const token = await provider.clientToken({ client: 'hasty' })
    await new Promise((done) => setTimeout(done, 2_000))
    await expectInvalid(await service.list(token), 'The token has expired.')
  })

  it.each([
    ['for another service', () => provider.clientToken({ resource: 'https://animals.example.com' })],
    ['for nobody, and so no JWT at all', () => provider.clientToken({ resource: '', scope: '' })],
    ['of another provider', () => other.clientToken()],
    ['that says who logged in', async () => (await provider.userTokens('alice', 'plants:read')).id_token],
    ['with a signature that was changed', async () => changed(await provider.clientToken())],
    ['that somebody else signed under its names', forged],
  ])('%s does not count', async (_what, token) => {
    await expectInvalid(await service.list(await token()))
  })
})

describe('an ID token', () => {
  // Its audience is the client, so the service has to be it: nothing but the kind of the token is wrong.
  it.each(['at+jwt', 'JWT'] as const)('does not count where TOKEN_TYPE is %s', async (tokenType) => {
    await using client = await startProtected({
      AUTH_ISSUER: provider.issuer,
      AUTH_AUDIENCE: 'watering-robot',
      TOKEN_TYPE: tokenType,
    })
    const { id_token } = await provider.userTokens('alice', 'plants:read')
    expect(decodeJwt(id_token)).toMatchObject({ iss: provider.issuer, aud: 'watering-robot', sub: 'alice' })
    await expectInvalid(await client.list(id_token))
    expect(client.reasons).toEqual([])
  })
})

describe('TOKEN_TYPE=JWT', () => {
  it('is not for providers that do follow RFC 9068', async () => {
    await using service = await startProtected({ AUTH_ISSUER: provider.issuer, TOKEN_TYPE: 'JWT' })
    await expectInvalid(await service.list(await provider.clientToken()))
  })
})

function changed(token: string): string {
  const [header, payload, signature = ''] = token.split('.')
  return `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
}

async function forged(): Promise<string> {
  const { alg, kid } = decodeProtectedHeader(await provider.clientToken())
  const { privateKey } = await generateKeyPair('RS256')
  return new SignJWT({ scope: 'plants:read' })
    .setProtectedHeader({ alg: alg ?? '', typ: 'at+jwt', ...(kid && { kid }) })
    .setIssuer(provider.issuer)
    .setAudience(audience)
    .setSubject('watering-robot')
    .setExpirationTime('1h')
    .sign(privateKey)
}
