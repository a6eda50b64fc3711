// The cache of verified tokens: it must not accept invalid tokens, mix up principals, or exhaust the memory.
import { generateKeyPair, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAccessTokenVerifier, type IssuerKey } from '../../../server/auth/tokens.ts'

const start = new Date('2026-01-01T00:00:00Z')
const now = start.getTime() / 1000
const { publicKey, privateKey } = await generateKeyPair('Ed25519')

function sign(claims: object = {}): Promise<string> {
  const caller = { iss: 'https://id.example', aud: 'rooms', sub: 'ann', client_id: 'robot', jti: 'one' }
  return new SignJWT({ ...caller, scope: 'rooms:read', iat: now, exp: now + 60, ...claims })
    .setProtectedHeader({ alg: 'Ed25519', typ: 'at+jwt' })
    .sign(privateKey)
}

/** A verifier whose cache has room for a few tokens, with a key that counts how often a signature is verified. */
function newVerifier() {
  const rules = { issuer: 'https://id.example', audience: 'rooms', algorithms: ['Ed25519'], clockToleranceSeconds: 10 }
  const get = vi.fn(async () => publicKey)
  const keys: IssuerKey[] = [{ get }]
  const verify = createAccessTokenVerifier({ ...rules, tokenType: 'at+jwt', scopeClaim: 'scope' }, 0.001)
  return {
    verify: async (token: string, load = () => keys) => verify(token, load),
    verifications: () => get.mock.calls.length,
  }
}

beforeEach(() => void vi.useFakeTimers({ now: start, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

describe('a cached token', () => {
  it('is rejected from the second in which it expires, plus the clock tolerance', async () => {
    const { verify } = newVerifier()
    const token = await sign()
    await verify(token)
    vi.setSystemTime((now + 69) * 1000)
    await verify(token)
    vi.setSystemTime((now + 70) * 1000)
    await expect(verify(token)).rejects.toMatchObject({ isExpired: true })
  })

  it.each(['nbf', 'iat'])('is rejected if the clock is set back to before its %s', async (claim) => {
    const { verify } = newVerifier()
    const token = await sign({ iat: now - 1000, [claim]: now })
    await verify(token)
    vi.setSystemTime((now - 11) * 1000)
    await expect(verify(token)).rejects.toThrow()
  })

  it('is rejected when its key is withdrawn', async () => {
    const { verify } = newVerifier()
    const token = await sign()
    await verify(token)
    const { publicKey: otherKey } = await generateKeyPair('Ed25519')
    await expect(verify(token, () => [{ get: async () => otherKey }])).rejects.toMatchObject({ name: 'InvalidToken' })
  })

  it('does not make a different token valid, such as its payload with the signature of another', async () => {
    const { verify } = newVerifier()
    const [ann, bob] = [await sign(), await sign({ sub: 'bob' })]
    for (const token of [ann, bob]) await verify(token)
    expect((await verify(bob)).owner).toContain('bob')
    const mixed = [...bob.split('.').slice(0, 2), ann.split('.')[2]].join('.')
    await expect(verify(mixed)).rejects.toMatchObject({ name: 'InvalidToken' })
  })

  it('is evicted first if it is the least recently used', async () => {
    const { verify, verifications } = newVerifier()
    const frequentToken = await sign()
    for (let index = 0; index < 20; index++) {
      await verify(await sign({ jti: `other ${index}` }))
      await verify(frequentToken)
    }
    expect(verifications()).toBe(21)
    await verify(await sign({ jti: 'other 0' }))
    expect(verifications()).toBe(22)
  })
})
