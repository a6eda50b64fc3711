// RFC 9068 requires more of a token than jose checks by default.
import { generateKeyPair, type JWTPayload } from 'jose'
import { describe, expect, it } from 'vitest'
import { createCaller } from '../../support/caller.ts'
import { startService } from '../../support/service.ts'
import { shared } from '../../support/shared-service.ts'
import { getVerifier, startTokenIssuer } from '../../support/token-issuer.ts'

const algorithm = 'Ed25519'
const issuer = shared(await startTokenIssuer({ algorithm }))
const { verify } = getVerifier(issuer, { clockToleranceSeconds: 30 })
const now = Math.floor(Date.now() / 1000)

const required = ['exp', 'sub', 'iss', 'aud', 'iat', 'jti', 'client_id']

describe('the verifier', () => {
  it.each<[string, JWTPayload, object?]>([
    ['as in RFC 9068', {}],
    ['with the full media type', {}, { typ: 'application/at+jwt' }],
    ['of a clock that is 25 seconds ahead', { iat: now + 25, nbf: now + 25 }],
    ['that has expired 20 seconds ago', { exp: now - 20 }],
  ])('accepts a token %s', async (_what, changes, header) => {
    const owner = JSON.stringify([issuer.issuer, 'gardener'])
    const caller = { owner, subject: 'gardener', issuer: issuer.issuer, scopes: new Set(['rooms:read', 'rooms:write']) }
    expect(await verify(await issuer.token(changes, header))).toEqual(caller)
  })

  it.each<[string, JWTPayload, object?]>([
    ...required.map((name): [string, JWTPayload] => [`has no ${name}`, { [name]: undefined }]),
    ...['sub', 'jti', 'client_id'].flatMap((name): [string, JWTPayload][] => [
      [`has an empty ${name}`, { [name]: '' }],
      [`has an object as ${name}`, { [name]: { name: 'gardener' } }],
      [`has a number as ${name}`, { [name]: 1 }],
    ]),
    ...['iat', 'nbf', 'exp'].map((name): [string, JWTPayload] => [`has a text as ${name}`, { [name]: `${now}` }]),
    ['is from another issuer', { iss: 'https://other.example' }],
    ['is for another audience', { aud: 'else' }],
    ['was issued in the future', { iat: now + 40 }],
    ['is not valid yet', { nbf: now + 40 }],
    ['is an ID token', {}, { typ: 'JWT' }],
    ['has no type', {}, { typ: undefined }],
  ])('rejects a token that %s', async (_what, changes, header) => {
    await expect(verify(await issuer.token(changes, header))).rejects.toMatchObject({
      name: 'InvalidToken',
      isExpired: false,
    })
  })

  it('rejects texts that are not signed tokens', async () => {
    const [header, payload, signature = ''] = (await issuer.token()).split('.')
    const unsigned = ['none', 'None', 'NONE', 'nOnE'].map((alg) => {
      return `${Buffer.from(JSON.stringify({ alg, typ: 'at+jwt' })).toString('base64url')}.${payload}.`
    })
    const { privateKey: otherKey } = await generateKeyPair(algorithm)
    const forged = [
      await issuer.token({}, {}, otherKey),
      await issuer.token({ exp: now - 31 }, {}, otherKey),
      ...unsigned,
    ]
    const broken = ['x', 'x.y.z', `${header}.${payload}`, `${header}.${payload}.AAAA${signature.slice(4)}`]
    for (const token of [...forged, ...broken])
      await expect(verify(token), token).rejects.toMatchObject({ name: 'InvalidToken', isExpired: false })
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
