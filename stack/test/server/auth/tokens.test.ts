// RFC 9068 requires more of a token than jose checks by default.
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { verifiedTokens } from '../../../server/auth/tokens.ts'
import { createCaller } from '../../support/caller.ts'
import { startService } from '../../support/service.ts'

const algorithm = 'Ed25519'
const { publicKey, privateKey } = await generateKeyPair(algorithm)
const now = Math.floor(Date.now() / 1000)
const claims: JWTPayload = {
  iss: 'https://id.example',
  aud: 'lamps',
  sub: 'gardener',
  client_id: 'robot-robot',
  jti: 'one',
  iat: now,
  exp: now + 60,
  scope: 'rooms:read rooms:write',
}

/** `undefined` leaves out a claim or a member of the header. */
function sign(changes: object = {}, header: object = {}, key = privateKey): Promise<string> {
  return new SignJWT({ ...claims, ...changes })
    .setProtectedHeader({ alg: algorithm, typ: 'at+jwt', ...header })
    .sign(key)
}

function verify(token: string) {
  const keys = async () => [{ get: async () => publicKey }]
  const trusted = { issuer: claims.iss ?? '', audience: 'lamps', algorithms: [algorithm] }
  const rules = { tokenType: 'at+jwt', scopeClaim: 'scope', clockToleranceSeconds: 30 } as const
  return verifiedTokens({ ...trusted, ...rules }, 1)(token, keys)
}

const required = ['exp', 'sub', 'iss', 'aud', 'iat', 'jti', 'client_id']

describe('verifiedTokens', () => {
  it.each<[string, object, object?]>([
    ['as in RFC 9068', {}],
    ['with the full media type', {}, { typ: 'application/at+jwt' }],
    ['of a clock that is 25 seconds ahead', { iat: now + 25, nbf: now + 25 }],
    ['that has expired 20 seconds ago', { exp: now - 20 }],
  ])('accepts a token %s', async (_what, changes, header) => {
    const owner = '["https://id.example","gardener"]'
    const scopes = new Set(['rooms:read', 'rooms:write'])
    expect(await verify(await sign(changes, header))).toEqual({ owner, scopes })
  })

  it.each<[string, object, object?]>([
    ...required.map((name): [string, object] => [`has no ${name}`, { [name]: undefined }]),
    ...['sub', 'jti', 'client_id'].flatMap((name): [string, object][] => [
      [`has an empty ${name}`, { [name]: '' }],
      [`has an object as ${name}`, { [name]: { name: 'gardener' } }],
      [`has a number as ${name}`, { [name]: 1 }],
    ]),
    ...['iat', 'nbf', 'exp'].map((name): [string, object] => [`has a text as ${name}`, { [name]: `${now}` }]),
    ['is from another issuer', { iss: 'https://other.example' }],
    ['is for another audience', { aud: 'else' }],
    ['was issued in the future', { iat: now + 40 }],
    ['is not valid yet', { nbf: now + 40 }],
    ['is an ID token', {}, { typ: 'JWT' }],
    ['has no type', {}, { typ: undefined }],
    // The same key and signature, under a name that the issuer does not allow.
    ['names another algorithm', {}, { alg: 'EdDSA' }],
  ])('rejects a token that %s', async (_what, changes, header) => {
    const token = await sign(changes, header).catch(() => 'not.a.token')
    await expect(verify(token)).rejects.toMatchObject({ name: 'InvalidToken', isExpired: false })
  })

  it('rejects texts that are not signed tokens', async () => {
    const [header, payload, signature = ''] = (await sign()).split('.')
    const unsigned = ['none', 'None', 'NONE', 'nOnE'].map((alg) => {
      return `${Buffer.from(JSON.stringify({ alg, typ: 'at+jwt' })).toString('base64url')}.${payload}.`
    })
    const { privateKey: otherKey } = await generateKeyPair(algorithm)
    const forged = [await sign({}, {}, otherKey), await sign({ exp: now - 31 }, {}, otherKey), ...unsigned]
    const broken = ['x', 'x.y.z', `${header}.${payload}`, `${header}.${payload}.AAAA${signature.slice(4)}`]
    for (const token of [...forged, ...broken]) {
      await expect(verify(token), token).rejects.toMatchObject({ name: 'InvalidToken', isExpired: false })
    }
  })
})

it('the service keeps callers apart whose subjects a database may take for equal', async () => {
  await using service = await startService()
  const [nul, surrogate, replacement] = ['a\0b', 'a\ud800b', 'a\ufffdb'].map((subject) =>
    createCaller(service, subject),
  )
  await nul?.create('Desk')
  expect(await surrogate?.lamps()).toEqual([])
  await surrogate?.create('Desk')
  expect(await replacement?.lamps()).toEqual([])
  expect(await nul?.lamps()).toHaveLength(1)
})
