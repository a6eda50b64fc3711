// Valid tokens are remembered. Nobody may use that to stay valid, to become somebody else, or to fill the memory.
import { generateKeyPair, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { InvalidToken, KeysUnavailable } from '../../../core/pipeline/authenticate.ts'
import { type IssuerKey, verifiedTokens } from '../../../server/auth/tokens.ts'

const start = new Date('2026-01-01T00:00:00Z')
const now = start.getTime() / 1000
const { publicKey, privateKey } = await generateKeyPair('Ed25519')

/** Keys of an issuer that count how often a signature is verified with them. */
function countedKeys() {
  const get = vi.fn(async () => publicKey)
  const keys: IssuerKey[] = [{ get }]
  return { load: () => keys, verifications: () => get.mock.calls.length }
}

function sign(claims: object = {}): Promise<string> {
  return new SignJWT({
    ...{ iss: 'https://id.example', aud: 'rooms', sub: 'ann', client_id: 'robot', jti: 'one', scope: 'rooms:read' },
    ...{ iat: now, exp: now + 60, ...claims },
  })
    .setProtectedHeader({ alg: 'Ed25519', typ: 'at+jwt' })
    .sign(privateKey)
}

function verifier() {
  const rules = { issuer: 'https://id.example', audience: 'rooms', algorithms: ['Ed25519'], clockToleranceSeconds: 10 }
  return verifiedTokens({ ...rules, tokenType: 'at+jwt', scopeClaim: 'scope' }, 0.001)
}

/** A verifier that has verified this token once. */
async function verified(claims?: object) {
  const { load, verifications } = countedKeys()
  const verify = verifier()
  const token = await sign(claims)
  return { load, verifications, verify, token, first: await verify(token, load) }
}

describe('verifiedTokens', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: start, toFake: ['Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('refuses a remembered token from the second in which it expires', async () => {
    const { load, verify, token } = await verified()
    vi.setSystemTime((now + 69) * 1000)
    await verify(token, load)
    vi.setSystemTime((now + 70) * 1000)
    await expect(verify(token, load)).rejects.toMatchObject({ isExpired: true })
  })

  it('returns the caller of a remembered token without a wait, and waits for keys that are being loaded', async () => {
    const { load, verifications, verify, token, first } = await verified()
    expect(verify(token, load)).toBe(first)
    expect(await verify(token, async () => load())).toEqual(first)
    await expect(verify(token, () => Promise.reject(new KeysUnavailable()))).rejects.toBeInstanceOf(KeysUnavailable)
    expect(verifications()).toBe(2)
  })

  it.each(['nbf', 'iat'])('refuses a remembered token if the clock is set back to before its %s', async (claim) => {
    const { load, verify, token } = await verified({ iat: now - 1000, [claim]: now })
    vi.setSystemTime((now - 11) * 1000)
    await expect(verify(token, load)).rejects.toBeInstanceOf(InvalidToken)
  })

  it('verifies again with new keys, and refuses a token of a withdrawn key', async () => {
    const { verify, token } = await verified()
    const same = countedKeys()
    await verify(token, same.load)
    expect(same.verifications()).toBe(1)
    const { publicKey: other } = await generateKeyPair('Ed25519')
    await expect(verify(token, async () => [{ get: async () => other }])).rejects.toBeInstanceOf(InvalidToken)
  })

  it('does not remember a token for another verifier, or a text that only resembles it', async () => {
    const { load, verifications, verify, token: ann } = await verified()
    const bob = await sign({ sub: 'bob' })
    expect((await verify(bob, load)).owner).toContain('bob')
    const mixed = [...bob.split('.').slice(0, 2), ann.split('.')[2]].join('.')
    await expect(verify(mixed, load)).rejects.toBeInstanceOf(InvalidToken)
    await verifier()(ann, load)
    expect(verifications()).toBe(4)
  })

  it('forgets the tokens that were not used for the longest time', async () => {
    const { load, verifications } = countedKeys()
    const verify = verifier()
    // More than the memory of this verifier has room for.
    const tokens = await Promise.all(Array.from({ length: 6 }, (_, i) => sign({ jti: `${i}` })))
    for (const token of tokens) await verify(token, load)
    expect(verifications()).toBe(6)
    await verify(tokens[5] ?? '', load)
    expect(verifications()).toBe(6)
    await verify(tokens[0] ?? '', load)
    expect(verifications()).toBe(7)
    // A token that is used again and again stays.
    for (let other = 0; other < 20; other++) {
      await verify(await sign({ jti: `other ${other}` }), load)
      await verify(tokens[0] ?? '', load)
    }
    expect(verifications()).toBe(27)
  })
})
