// Valid tokens are remembered. Nobody may use that to stay valid, to become somebody else, or to fill the memory.
import { generateKeyPair, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type IssuerKey, verifiedTokens } from '../../../server/auth/tokens.ts'

const start = new Date('2026-01-01T00:00:00Z')
const now = start.getTime() / 1000
const { publicKey, privateKey } = await generateKeyPair('Ed25519')

function sign(claims: object = {}): Promise<string> {
  const caller = { iss: 'https://id.example', aud: 'rooms', sub: 'ann', client_id: 'robot', jti: 'one' }
  return new SignJWT({ ...caller, scope: 'rooms:read', iat: now, exp: now + 60, ...claims })
    .setProtectedHeader({ alg: 'Ed25519', typ: 'at+jwt' })
    .sign(privateKey)
}

/** A verifier with room for a few tokens, and keys that count how often a signature is verified with them. */
function newVerifier() {
  const rules = { issuer: 'https://id.example', audience: 'rooms', algorithms: ['Ed25519'], clockToleranceSeconds: 10 }
  const get = vi.fn(async () => publicKey)
  const keys: IssuerKey[] = [{ get }]
  const verify = verifiedTokens({ ...rules, tokenType: 'at+jwt', scopeClaim: 'scope' }, 0.001)
  return {
    verify: async (token: string, load = () => keys) => verify(token, load),
    verifications: () => get.mock.calls.length,
  }
}

beforeEach(() => void vi.useFakeTimers({ now: start, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

describe('a remembered token', () => {
  it('is refused from the second in which it expires', async () => {
    const { verify } = newVerifier()
    const token = await sign()
    await verify(token)
    vi.setSystemTime((now + 69) * 1000)
    await verify(token)
    vi.setSystemTime((now + 70) * 1000)
    await expect(verify(token)).rejects.toMatchObject({ isExpired: true })
  })

  it.each(['nbf', 'iat'])('is refused if the clock is set back to before its %s', async (claim) => {
    const { verify } = newVerifier()
    const token = await sign({ iat: now - 1000, [claim]: now })
    await verify(token)
    vi.setSystemTime((now - 11) * 1000)
    await expect(verify(token)).rejects.toThrow()
  })

  it('is refused when its key is withdrawn', async () => {
    const { verify } = newVerifier()
    const token = await sign()
    await verify(token)
    const { publicKey: otherKey } = await generateKeyPair('Ed25519')
    await expect(verify(token, () => [{ get: async () => otherKey }])).rejects.toMatchObject({ name: 'InvalidToken' })
  })

  it('is no other token, or a text that resembles it', async () => {
    const { verify } = newVerifier()
    const [ann, bob] = [await sign(), await sign({ sub: 'bob' })]
    for (const token of [ann, bob]) await verify(token)
    expect((await verify(bob)).owner).toContain('bob')
    const mixed = [...bob.split('.').slice(0, 2), ann.split('.')[2]].join('.')
    await expect(verify(mixed)).rejects.toMatchObject({ name: 'InvalidToken' })
  })

  it('is forgotten if it was not used for the longest time', async () => {
    const { verify, verifications } = newVerifier()
    const often = await sign()
    for (let index = 0; index < 20; index++) {
      await verify(await sign({ jti: `other ${index}` }))
      await verify(often)
    }
    expect(verifications()).toBe(21)
    await verify(await sign({ jti: 'other 0' }))
    expect(verifications()).toBe(22)
  })
})
