// A provider that is down or fails: its tokens cannot be verified, and must not count as invalid.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { getVerifier, json, type Outage, outages, startTokenIssuer } from '../../../support/token-issuer.ts'

describe.concurrent('if the issuer cannot be discovered, the verifier', () => {
  it.each<[string, Outage, RegExp]>([
    ['responds 500', outages.internalError, /openid-configuration responded 500$/],
    ['responds with HTML', outages.html, /not valid JSON$/],
    ['does not respond', outages.noResponse, /aborted due to timeout$/],
    [
      'is another issuer',
      json({ issuer: 'https://evil.example' }),
      /names the issuer https:\/\/evil\.example, not http:/,
    ],
    ['redirects', (res) => res.writeHead(302, { Location: 'https://evil.example' }).end(), /responded 302$/],
    ['closes the connection', (res) => res.destroy(), /socket hang up$/],
  ])('throws KeysUnavailable and reports the reason: the issuer %s', async (_what, outage, reason) => {
    await using issuer = await startTokenIssuer()
    issuer.outages.discovery = outage
    const { isReady, outcome, reasons } = getVerifier(issuer)
    expect(await isReady()).toBe(false)
    expect(await outcome(await issuer.token())).toBe('KeysUnavailable')
    expect(reasons).toEqual([expect.stringMatching(/^the issuer cannot be discovered: /)])
    expect(reasons[0]).toMatch(reason)
  })

  it('rejects texts that are not tokens, without asking the issuer', async () => {
    await using issuer = await startTokenIssuer()
    issuer.outages.discovery = outages.internalError
    const { outcome, reasons } = getVerifier(issuer)
    for (const text of ['x', 'x.y.z', 'eyJhbGciOiJub25lIn0.e30.']) expect(await outcome(text)).toBe('InvalidToken')
    expect([issuer.requests(), reasons]).toEqual([0, []])
  })
})

describe.concurrent('if the keys of the issuer cannot be fetched, the verifier', () => {
  it.each<[string, Outage, RegExp]>([
    ['responds 500', outages.internalError, /keys responded 500$/],
    ['responds with HTML', outages.html, /not valid JSON$/],
    ['does not respond', outages.noResponse, /aborted due to timeout$/],
    ['sends something else', json({ keys: 'none' }), /is not a JSON Web Key Set$/],
    ['has no keys', json({ keys: [] }), /has no keys$/],
  ])('throws KeysUnavailable and reports the reason: the issuer %s', async (_what, outage, reason) => {
    await using issuer = await startTokenIssuer()
    issuer.outages.keys = outage
    const { isReady, outcome, reasons } = getVerifier(issuer)
    expect(await outcome(await issuer.token())).toBe('KeysUnavailable')
    expect(await isReady()).toBe(false)
    expect(reasons[0]).toMatch(reason)
  })

  it.each(['http://keys.example/jwks', 'jwks', undefined])('does not fetch keys from %s', async (jwks_uri) => {
    await using issuer = await startTokenIssuer()
    issuer.outages.discovery = json({ issuer: issuer.issuer, jwks_uri })
    const { outcome, reasons } = getVerifier(issuer)
    expect(await outcome(await issuer.token())).toBe('KeysUnavailable')
    expect(reasons).toEqual([expect.stringMatching(/jwks_uri .* is not an https URL$/)])
  })

  it('does not report the password in a URL', async () => {
    await using issuer = await startTokenIssuer()
    issuer.outages.discovery = json({ issuer: issuer.issuer, jwks_uri: 'https://user:secret@keys.example/?key=secret' })
    const { outcome, reasons } = getVerifier(issuer)
    expect(await outcome(await issuer.token())).toBe('KeysUnavailable')
    expect(reasons).toEqual([expect.stringMatching(/https:\/\/\*\*\*@keys\.example\/\?\*\*\* has a password$/)])
    expect(reasons[0]).not.toContain('secret')
  })
})

it('a verifier reports the same reason again after one minute, not earlier, and another reason at once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  await using issuer = await startTokenIssuer()
  issuer.outages.discovery = outages.internalError
  const { isReady, reasons } = getVerifier(issuer)
  const nextAttempt = async () => {
    vi.advanceTimersByTime(5_000)
    const requests = issuer.requests()
    expect(await isReady()).toBe(false)
    expect(issuer.requests()).toBe(requests + 1)
  }
  await nextAttempt()
  vi.advanceTimersByTime(54_000)
  await nextAttempt()
  expect(reasons).toHaveLength(1)
  vi.advanceTimersByTime(2_000)
  await nextAttempt()
  expect(reasons).toHaveLength(2)
  issuer.outages.discovery = outages.html
  await nextAttempt()
  expect(reasons).toHaveLength(3)
})
