// When the verifier loads the keys of an issuer, and how long it uses them.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getVerifier, json, outages, startTokenIssuer, type TokenIssuer } from '../../support/token-issuer.ts'

const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000)
const minute = 60

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const withoutKid = { kid: undefined }

describe('the keys of an issuer', () => {
  it.each<[string, (issuer: TokenIssuer) => TokenIssuer['outages'], number, string]>([
    ['it does not know the key', (issuer) => ({ keys: json({ keys: [issuer.publicJwk()] }) }), 2, 'InvalidToken'],
    ['it cannot be discovered', () => ({ discovery: outages.internalError }), 1, 'KeysUnavailable'],
    ['its keys fail', () => ({ keys: outages.internalError }), 2, 'KeysUnavailable'],
  ])('are loaded once in five seconds, whatever is sent: %s', async (_what, change, requests, expected) => {
    await using issuer = await startTokenIssuer()
    const { isReady, outcome } = getVerifier(issuer)
    const known = await issuer.token()
    expect(await outcome(known)).toBe('valid')
    Object.assign(issuer.outages, change(issuer))
    await issuer.rotate()
    const unknown = await Promise.all(['key-1', 'a', 'b', undefined].map((kid) => issuer.token({}, { kid })))
    for (let pause = 0; pause < 3; pause += 1) {
      pass(5)
      const before = issuer.requests()
      for (let turn = 0; turn < 5; turn += 1) {
        const outcomes = await Promise.all([...unknown, ...unknown].map(outcome))
        expect(new Set(outcomes)).toEqual(new Set([expected]))
        expect([await outcome(known), await isReady()]).toEqual(['valid', true])
        pass(0.9)
      }
      expect(issuer.requests() - before).toBe(requests)
    }
  })

  it('are loaded again after ten minutes, so a withdrawn key goes away', async () => {
    await using issuer = await startTokenIssuer()
    const { outcome } = getVerifier(issuer)
    const token = await issuer.token()
    expect(await outcome(token)).toBe('valid')
    await issuer.rotate()
    pass(9.9 * minute)
    expect([await outcome(token), issuer.requests()]).toEqual(['valid', 2])
    pass(0.1 * minute)
    expect(await Promise.all([outcome(token), outcome(token)])).toEqual(['InvalidToken', 'InvalidToken'])
    expect(issuer.requests()).toBe(4)
  })

  it('are used for one hour while the issuer is down', async () => {
    await using issuer = await startTokenIssuer()
    const { isReady, outcome, reasons } = getVerifier(issuer)
    const token = await issuer.token()
    expect(await outcome(token)).toBe('valid')
    issuer.outages.discovery = outages.internalError
    pass(59 * minute)
    expect([await outcome(token), await isReady()]).toEqual(['valid', true])
    expect(reasons).toEqual([expect.stringMatching(/^the issuer cannot be discovered: /)])
    pass(minute)
    expect([await outcome(token), await isReady()]).toEqual(['KeysUnavailable', false])
    issuer.outages.discovery = undefined
    pass(5)
    expect([await outcome(token), await isReady()]).toEqual(['valid', true])
  })

  it.each([true, false])('can be replaced by keys without a kid, and back: %j', async (isFirst) => {
    await using issuer = await startTokenIssuer()
    const { outcome } = getVerifier(issuer)
    const publish = () => {
      issuer.outages.keys = json({ keys: [{ ...issuer.publicJwk(), ...(isFirst && withoutKid) }] })
      return issuer.token({}, isFirst ? withoutKid : {})
    }
    const old = await publish()
    expect(await outcome(old)).toBe('valid')
    await issuer.rotate()
    const token = await publish()
    // Just loaded.
    expect(await outcome(token)).toBe('InvalidToken')
    pass(5)
    expect([await outcome(token), await outcome(old)]).toEqual(['valid', 'InvalidToken'])
  })
})
