// Tokens of a real provider, sent to the service.
import { setTimeout as sleep } from 'node:timers/promises'
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { callerOf } from '../../../support/caller.ts'
import { allScopes, audience, startProvider } from '../../../support/identity-provider.ts'
import { expectProblem } from '../../../support/problem.ts'
import { sharedService } from '../../../support/shared-service.ts'
import { verifierOf } from '../../../support/token-issuer.ts'

const [provider, other] = [await startProvider(), await startProvider()]
afterAll(async () => {
  for (const one of [provider, other]) await one[Symbol.asyncDispose]()
})
const settings = { AUTH_ISSUER: provider.issuer, AUTH_AUDIENCE: audience, CLOCK_TOLERANCE_SECONDS: '0' }
const { request } = await sharedService({ settings })
const callerWith = (token: string) => callerOf({ request, token: async () => token })

describe('the service', () => {
  it('accepts an access token, with the scopes that it has', async () => {
    const token = await provider.clientToken()
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'RS256', typ: 'at+jwt' })
    await callerWith(token).create('Monstera deliciosa')
    expect(await callerWith(token).plants()).toMatchObject([{ name: 'Monstera deliciosa' }])
  })

  it.each([
    ['plants:read', 200, 403],
    ['plants:write', 403, 201],
    ['', 403, 403],
  ])('returns for a token with the scope %j: %i to GET, %i to POST', async (scope, read, written) => {
    const { send } = callerWith(await provider.clientToken({ scope }))
    expect((await send('GET', '/plants')).status).toBe(read)
    expect((await send('POST', '/plants', { body: { name: 'Fern' } })).status).toBe(written)
  })

  it('identifies a caller by issuer and subject, whatever client got the token', async () => {
    const [alice, again, bob] = await Promise.all(
      ['alice', 'alice', 'bob'].map((subject) => provider.userTokens(subject, allScopes)),
    )
    await callerWith(alice?.access_token ?? '').create('Fern of Alice')
    expect(await callerWith(again?.access_token ?? '').plants()).toMatchObject([{ name: 'Fern of Alice' }])
    expect(await callerWith(bob?.access_token ?? '').plants()).toEqual([])
  })

  it.each([
    ['for another service', () => provider.clientToken({ resource: 'https://animals.example.com' })],
    ['for no service, which is not a JWT', () => provider.clientToken({ resource: '', scope: '' })],
    ['of another provider', () => other.clientToken()],
    ['that is an ID token', async () => (await provider.userTokens('alice', 'plants:read')).id_token],
    ['with a changed signature', async () => changed(await provider.clientToken())],
    ['that another key signed', forged],
  ])('rejects a token %s', async (_what, token) => {
    const response = await callerWith(await token()).send('GET', '/plants')
    const detail = 'The token is not valid for this service.'
    await expectProblem(response, 'unauthorized', { detail })
    expect(response.headers.get('WWW-Authenticate')).toContain('error="invalid_token"')
  })

  it('rejects an expired token, and says so', async () => {
    const token = await provider.clientToken({ client: 'hasty' })
    await sleep(2_000)
    const response = await callerWith(token).send('GET', '/plants')
    await expectProblem(response, 'unauthorized', { detail: 'The token has expired.' })
  })
})

describe('the verifier', () => {
  // The audience of an ID token is the client, so here the service is that client: only the type of the token is wrong.
  it.each(['at+jwt', 'JWT'] as const)('rejects an ID token for itself with TOKEN_TYPE=%s', async (tokenType) => {
    const { outcome, reasons } = verifierOf(provider, { audience: 'watering-robot', tokenType })
    const { id_token } = await provider.userTokens('alice', 'plants:read')
    expect(decodeJwt(id_token)).toMatchObject({ iss: provider.issuer, aud: 'watering-robot', sub: 'alice' })
    expect(await outcome(id_token)).toBe('InvalidToken')
    expect(reasons).toEqual([])
  })

  it('rejects a token as in RFC 9068 with TOKEN_TYPE=JWT', async () => {
    expect(await verifierOf(provider, { tokenType: 'JWT' }).outcome(await provider.clientToken())).toBe('InvalidToken')
  })
})

function changed(token: string): string {
  const [header, payload, signature = ''] = token.split('.')
  return `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
}

async function forged(): Promise<string> {
  const token = await provider.clientToken()
  const { privateKey } = await generateKeyPair('RS256')
  return new SignJWT(decodeJwt(token))
    .setProtectedHeader({ alg: 'RS256', ...decodeProtectedHeader(token) })
    .sign(privateKey)
}
