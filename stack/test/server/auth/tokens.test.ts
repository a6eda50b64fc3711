// The claims that RFC 9068 requires of a token, of which jose checks only some by default.
import { generateKeyPair, type JWTPayload } from 'jose'
import { describe, expect, it } from 'vitest'
import { createCaller } from '../../support/caller.ts'
import { startService } from '../../support/service.ts'
import { closeAfterTests } from '../../support/shared-service.ts'
import { getVerifier, startTokenIssuer } from '../../support/token-issuer.ts'

const algorithm = 'Ed25519'
const issuer = closeAfterTests(await startTokenIssuer({ algorithm }))
const { verify } = getVerifier(issuer, { clockToleranceSeconds: 30 })
const now = Math.floor(Date.now() / 1000)
const invalid = { name: 'InvalidToken', isExpired: false }

/** Invalid values by claim; `undefined` omits the claim. */
const wrongValues: Record<string, unknown[]> = {
  ...Object.fromEntries(['sub', 'jti', 'client_id'].map((name) => [name, [undefined, '', { name: 'gardener' }, 1]])),
  iss: [undefined, 'https://other.example'],
  aud: [undefined, 'else'],
  iat: [undefined, `${now}`, now + 40],
  nbf: [`${now}`, now + 40],
  exp: [undefined, `${now}`],
}

describe('the verifier', () => {
  it.each<[string, JWTPayload, object?]>([
    ['as in RFC 9068', {}],
    ['with the full media type', {}, { typ: 'application/at+jwt' }],
    ['from an issuer whose clock is 25 seconds ahead', { iat: now + 25, nbf: now + 25 }],
    ['that expired 20 seconds ago', { exp: now - 20 }],
  ])('accepts a token %s', async (_what, changes, header) => {
    const principal = { subject: 'gardener', issuer: issuer.issuer, scopes: new Set(['rooms:read', 'rooms:write']) }
    const owner = JSON.stringify([issuer.issuer, 'gardener'])
    expect(await verify(await issuer.token(changes, header))).toEqual({ ...principal, owner })
  })

  const wrongClaims = Object.entries(wrongValues).flatMap(([name, values]) =>
    values.map((value) => ({ [name]: value })),
  )
  it.each(wrongClaims)('rejects a token with the claim %j', async (claims) => {
    await expect(verify(await issuer.token(claims))).rejects.toMatchObject(invalid)
  })

  it.each(['JWT', undefined])('rejects a token of the type %s', async (typ) => {
    await expect(verify(await issuer.token({}, { typ }))).rejects.toMatchObject(invalid)
  })

  it('rejects strings that are not tokens signed by the issuer', async () => {
    const [header, payload, signature = ''] = (await issuer.token()).split('.')
    const unsigned = ['none', 'None', 'NONE', 'nOnE'].map((alg) => {
      return `${Buffer.from(JSON.stringify({ alg, typ: 'at+jwt' })).toString('base64url')}.${payload}.`
    })
    const { privateKey: otherKey } = await generateKeyPair(algorithm)
    const forged = [await issuer.token({}, {}, otherKey), await issuer.token({ exp: now - 31 }, {}, otherKey)]
    const broken = ['x', 'x.y.z', `${header}.${payload}`, `${header}.${payload}.AAAA${signature.slice(4)}`]
    for (const token of [...forged, ...unsigned, ...broken])
      await expect(verify(token), token).rejects.toMatchObject(invalid)
  })
})

it('the service keeps the lamps of two subjects apart, even if a database may treat the subjects as equal', async () => {
  await using service = await startService()
  const callers = ['a\0b', 'a\ud800b', 'a\ufffdb'].map((subject) => createCaller(service, subject))
  for (const [index, { create, lamps }] of callers.entries()) {
    expect(await lamps()).toEqual([])
    const { lamp } = await create(`Desk ${index}`)
    expect(await lamps()).toEqual([lamp])
  }
})
