// When the verifier loads the keys of an issuer, and how long it uses them.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { issuerKeys } from '../../../server/auth/issuer-keys.ts'
import { getVerifier, json, outages, startTokenIssuer, type TokenIssuer } from '../../support/token-issuer.ts'

const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000)
const seconds = (count: number) => vi.advanceTimersByTime(count * 1_000)

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const withoutKid = { kid: undefined }
const isDown = { discovery: outages.internalError, keys: outages.internalError }

describe('the keys of an issuer', () => {
  it.each<[string, (issuer: TokenIssuer) => TokenIssuer['outages'], number, string]>([
    ['it does not know the key', (issuer) => ({ keys: json({ keys: [issuer.publicJwk()] }) }), 2, 'InvalidToken'],
    ['it cannot be discovered', () => ({ discovery: outages.internalError }), 1, 'KeysUnavailable'],
    ['its keys fail', () => ({ keys: outages.internalError }), 2, 'KeysUnavailable'],
    ['it has no keys', () => ({ keys: json({ keys: [] }) }), 2, 'KeysUnavailable'],
  ])('are loaded once in five seconds, whatever is sent: %s', async (_what, change, requests, expected) => {
    await using issuer = await startTokenIssuer()
    const { isReady, outcome } = getVerifier(issuer)
    const known = await issuer.token()
    expect(await outcome(known)).toBe('valid')
    Object.assign(issuer.outages, change(issuer))
    await issuer.rotate()
    const unknown = await Promise.all(['key-1', 'a', 'b', undefined].map((kid) => issuer.token({}, { kid })))
    for (let pause = 0; pause < 3; pause += 1) {
      seconds(5)
      const before = issuer.requests()
      for (let turn = 0; turn < 5; turn += 1) {
        const outcomes = await Promise.all([...unknown, ...unknown].map(outcome))
        expect(new Set(outcomes)).toEqual(new Set([expected]))
        expect([await outcome(known), await isReady()]).toEqual(['valid', true])
        seconds(0.9)
      }
      expect(issuer.requests() - before).toBe(requests)
    }
  })

  it('are the same list after a load that finds the same keys, so that verified tokens stay remembered', async () => {
    await using issuer = await startTokenIssuer()
    const { known } = issuerKeys(issuer.issuer, () => {})
    const first = await known()
    const requests = issuer.requests()
    minutes(11)
    expect(await known()).toBe(first)
    expect(issuer.requests()).toBeGreaterThan(requests)
    await issuer.rotate()
    minutes(11)
    expect(await known()).not.toBe(first)
  })

  it('are loaded again after ten minutes, so a withdrawn key goes away', async () => {
    await using issuer = await startTokenIssuer()
    const { outcome, reasons } = getVerifier(issuer)
    const token = await issuer.token()
    expect(await outcome(token)).toBe('valid')
    await issuer.rotate()
    minutes(9.9)
    expect(await outcome(token)).toBe('valid')
    expect(issuer.requests()).toBe(2)
    minutes(0.1)
    expect(await Promise.all([outcome(token), outcome(token)])).toEqual(['InvalidToken', 'InvalidToken'])
    expect(issuer.requests()).toBe(4)
    expect(reasons).toEqual([])
  })

  it('are used for one hour while the issuer is down', async () => {
    await using issuer = await startTokenIssuer()
    const { isReady, outcome, reasons } = getVerifier(issuer)
    const token = await issuer.token()
    expect(await outcome(token)).toBe('valid')
    Object.assign(issuer.outages, isDown)
    minutes(59)
    expect([await outcome(token), await isReady()]).toEqual(['valid', true])
    expect(reasons).toEqual([expect.stringMatching(/^the issuer cannot be discovered: /)])
    minutes(1)
    expect([await outcome(token), await isReady()]).toEqual(['KeysUnavailable', false])
    Object.assign(issuer.outages, { discovery: undefined, keys: undefined })
    seconds(5)
    expect([await outcome(token), await isReady()]).toEqual(['valid', true])
  })

  it.each([true, false])('can be replaced by keys without a kid, and back: %j', async (isFirst) => {
    await using issuer = await startTokenIssuer()
    const { outcome } = getVerifier(issuer)
    const keys = () => json({ keys: [{ ...issuer.publicJwk(), ...(isFirst && withoutKid) }] })
    const token = () => issuer.token({}, isFirst ? withoutKid : {})
    issuer.outages.keys = keys()
    const old = await token()
    expect(await outcome(old)).toBe('valid')
    await issuer.rotate()
    issuer.outages.keys = keys()
    // Just loaded.
    expect(await outcome(await token())).toBe('InvalidToken')
    seconds(5)
    expect(await outcome(await token())).toBe('valid')
    expect(await outcome(old)).toBe('InvalidToken')
  })
})
