// Which tokens of the right key count: RFC 9068 asks for more than jose does unless told.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAccessToken } from '../../../server/auth/access-token.ts'
import { json, type Service, startService } from '../../support/service.ts'

let service: Service
let key: Awaited<ReturnType<typeof importJWK>>
beforeAll(async () => {
  service = await startService()
  key = await importJWK(JSON.parse(await readFile(join(service.folder, 'development-key.json'), 'utf8')), 'Ed25519')
})
afterAll(() => service[Symbol.asyncDispose]())

const now = () => Math.floor(Date.now() / 1000)
const good = (): JWTPayload => ({
  iss: 'urn:plant-collection:development',
  aud: 'urn:plant-collection:api',
  sub: 'gardener',
  iat: now(),
  exp: now() + 60,
  scope: 'plants:read plants:write',
})

function sign(claims: JWTPayload, header: object = {}, by = key): Promise<string> {
  // `undefined` leaves a member out of JSON, as is wanted here.
  return new SignJWT(claims).setProtectedHeader({ alg: 'Ed25519', typ: 'at+jwt', ...header }).sign(by)
}

const ask = (token: string, init: RequestInit = {}) =>
  service.request('/plants', { ...init, headers: { ...init.headers, Authorization: `Bearer ${token}` } })

describe('a genuine token', () => {
  it('counts when it has all that it needs', async () => {
    expect((await ask(await sign(good()))).status).toBe(200)
    expect((await ask(await sign({ ...good(), aud: ['else', 'urn:plant-collection:api'] }))).status).toBe(200)
    expect((await ask(await sign(good(), { typ: 'application/at+jwt' }))).status).toBe(200)
  })

  const without = (name: string): JWTPayload => ({ ...good(), [name]: undefined })
  it.each<[string, () => JWTPayload, object?]>([
    ['has no exp', () => without('exp')],
    ['has no sub', () => without('sub')],
    ['has no iss', () => without('iss')],
    ['has no aud', () => without('aud')],
    ['has an empty sub', () => ({ ...good(), sub: '' })],
    ['has an object as sub', () => ({ ...good(), sub: { name: 'gardener' } as unknown as string })],
    ['has a number as sub', () => ({ ...good(), sub: 1 as unknown as string })],
    ['is from another issuer', () => ({ ...good(), iss: 'https://issuer.example' })],
    ['is for another audience', () => ({ ...good(), aud: 'else' })],
    ['was issued in the future', () => ({ ...good(), iat: now() + 3600 })],
    ['is not valid yet', () => ({ ...good(), nbf: now() + 3600 })],
    ['is an ID token', good, { typ: 'JWT' }],
    ['has no type', good, { typ: undefined }],
    // The same key and signature under a name that was not agreed on.
    ['is signed by another algorithm', good, { alg: 'EdDSA' }],
    ['has an extension nobody knows', good, { crit: ['x'], x: 1 }],
  ])('that %s does not', async (_what, claims, header) => {
    const token = await sign(claims(), header).catch(() => 'not.even.signed')
    const answer = await ask(token)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ detail: 'The token is not valid for this service.' })
    expect(answer.headers.get('WWW-Authenticate')).toContain('error="invalid_token"')
  })

  it('that has expired says so, and only that', async () => {
    const expired = await ask(await sign({ ...good(), exp: now() - 60 }))
    expect(expired.status).toBe(401)
    expect(await expired.json()).toMatchObject({ detail: 'The token has expired.' })
    const foreign = await ask(await sign({ ...good(), exp: now() - 60, aud: 'else' }))
    expect(await foreign.json()).toMatchObject({ detail: 'The token is not valid for this service.' })
    const { privateKey } = await generateKeyPair('Ed25519')
    const forged = await sign({ ...good(), exp: now() - 60 }, {}, privateKey)
    expect(await (await ask(forged)).json()).toMatchObject({ detail: 'The token is not valid for this service.' })
  })

  it('names its caller by issuer and subject, not by its text', async () => {
    const [one, other] = [await sign(good()), await sign({ ...good(), jti: 'another' })]
    expect(one).not.toBe(other)
    const { headers, ...post } = json({ name: 'Fern' })
    await ask(one, { ...post, headers: { ...headers } })
    expect(await (await ask(other)).json()).toMatchObject([{ name: 'Fern' }])
  })

  it('names another caller than the same subject of another issuer', async () => {
    const { publicKey, privateKey } = await generateKeyPair('Ed25519')
    const owners = ['https://one.example', 'https://two.example'].map(async (issuer) => {
      const token = await sign({ ...good(), iss: issuer }, {}, privateKey)
      const trusted = { issuer, audience: 'urn:plant-collection:api', keys: async () => publicKey }
      const rules = { tokenType: 'at+jwt', scopeClaim: 'scope' } as const
      return (await verifyAccessToken(token, { ...trusted, ...rules, algorithms: ['Ed25519'] })).owner
    })
    expect(new Set(await Promise.all(owners)).size).toBe(2)
  })

  it('keeps apart subjects that no database keeps apart', async () => {
    const [nul, half] = [await sign({ ...good(), sub: 'a\0b' }), await sign({ ...good(), sub: 'a\ud800b' })]
    const { headers, ...post } = json({ name: 'Fern' })
    expect((await ask(nul, { ...post, headers: { ...headers } })).status).toBe(201)
    expect(await (await ask(half)).json()).toEqual([])
    expect((await ask(half, { ...post, headers: { ...headers } })).status).toBe(201)
    expect(await (await ask(await sign({ ...good(), sub: 'a\ufffdb' }))).json()).toEqual([])
    expect(await (await ask(nul)).json()).toHaveLength(1)
  })
})
