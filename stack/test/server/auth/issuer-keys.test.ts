// Loading, refetching and expiry of the keys of an issuer.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { faults, getVerifier, respondWith, startTokenIssuer, type TokenIssuer } from '../../support/token-issuer.ts'

const advance = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000)
const minute = 60

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const withoutKid = { kid: undefined }

describe('the keys of an issuer', () => {
  it.each<[string, (issuer: TokenIssuer) => TokenIssuer['overrides'], number, string]>([
    ['does not know the key', (issuer) => ({ keys: respondWith({ keys: [issuer.publicJwk()] }) }), 2, 'InvalidToken'],
    ['cannot be discovered', () => ({ discovery: faults.internalError }), 1, 'KeysUnavailable'],
    ['fails to send its keys', () => ({ keys: faults.internalError }), 2, 'KeysUnavailable'],
  ])('are loaded at most once in five seconds if the issuer %s', async (_what, change, requests, expected) => {
    await using issuer = await startTokenIssuer()
    const { isReady, resultOf } = getVerifier(issuer)
    const knownToken = await issuer.token()
    expect(await resultOf(knownToken)).toBe('valid')
    Object.assign(issuer.overrides, change(issuer))
    await issuer.rotate()
    const unknownTokens = await Promise.all(['key-1', 'a', 'b', undefined].map((kid) => issuer.token({}, { kid })))
    for (let pause = 0; pause < 3; pause += 1) {
      advance(5)
      const before = issuer.requests()
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const outcomes = await Promise.all([...unknownTokens, ...unknownTokens].map(resultOf))
        expect(new Set(outcomes)).toEqual(new Set([expected]))
        expect([await resultOf(knownToken), await isReady()]).toEqual(['valid', true])
        advance(0.9)
      }
      expect(issuer.requests() - before).toBe(requests)
    }
  })

  it('are refetched after ten minutes, so the tokens of a withdrawn key become invalid', async () => {
    await using issuer = await startTokenIssuer()
    const { resultOf } = getVerifier(issuer)
    const token = await issuer.token()
    expect(await resultOf(token)).toBe('valid')
    await issuer.rotate()
    advance(9.9 * minute)
    expect([await resultOf(token), issuer.requests()]).toEqual(['valid', 2])
    advance(0.1 * minute)
    expect(await Promise.all([resultOf(token), resultOf(token)])).toEqual(['InvalidToken', 'InvalidToken'])
    expect(issuer.requests()).toBe(4)
  })

  it('are used for one hour while the issuer is down', async () => {
    await using issuer = await startTokenIssuer()
    const { isReady, resultOf, reasons } = getVerifier(issuer)
    const token = await issuer.token()
    expect(await resultOf(token)).toBe('valid')
    issuer.overrides.discovery = faults.internalError
    advance(59 * minute)
    expect([await resultOf(token), await isReady()]).toEqual(['valid', true])
    expect(reasons).toEqual([expect.stringMatching(/^the issuer cannot be discovered: /)])
    advance(minute)
    expect([await resultOf(token), await isReady()]).toEqual(['KeysUnavailable', false])
    issuer.overrides.discovery = undefined
    advance(5)
    expect([await resultOf(token), await isReady()]).toEqual(['valid', true])
  })

  it.each([true, false])('can be replaced while the issuer adds or drops the kid (added: %j)', async (isAdded) => {
    await using issuer = await startTokenIssuer()
    const { resultOf } = getVerifier(issuer)
    const publish = (hasKid: boolean) => {
      issuer.overrides.keys = respondWith({ keys: [{ ...issuer.publicJwk(), ...(!hasKid && withoutKid) }] })
      return issuer.token({}, hasKid ? {} : withoutKid)
    }
    const oldToken = await publish(!isAdded)
    expect(await resultOf(oldToken)).toBe('valid')
    await issuer.rotate()
    const token = await publish(isAdded)
    // The keys were loaded less than five seconds ago, so they are not refetched yet.
    expect(await resultOf(token)).toBe('InvalidToken')
    advance(5)
    expect([await resultOf(token), await resultOf(oldToken)]).toEqual(['valid', 'InvalidToken'])
  })
})
