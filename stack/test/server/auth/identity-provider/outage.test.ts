// A provider that is down or fails: its tokens cannot be verified, and must not count as invalid.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  getVerifier,
  json,
  type Outage,
  outages,
  startTokenIssuer,
  type TokenIssuer,
} from '../../../support/token-issuer.ts'

type Page = keyof TokenIssuer['outages']

describe.concurrent('the verifier', () => {
  it.each<[page: Page, string, Outage, RegExp]>([
    ['discovery', 'responds 500', outages.internalError, /openid-configuration responded 500$/],
    ['discovery', 'responds with HTML', outages.html, /not valid JSON$/],
    ['discovery', 'does not respond', outages.noResponse, /aborted due to timeout$/],
    [
      'discovery',
      'is another issuer',
      json({ issuer: 'https://a.example' }),
      /names the issuer https:\/\/a\.example, not/,
    ],
    ['discovery', 'redirects', (res) => res.writeHead(302, { Location: 'https://a.example' }).end(), /responded 302$/],
    ['discovery', 'closes the connection', (res) => res.destroy(), /socket hang up$/],
    ['keys', 'responds 500', outages.internalError, /keys responded 500$/],
    ['keys', 'responds with HTML', outages.html, /not valid JSON$/],
    ['keys', 'does not respond', outages.noResponse, /aborted due to timeout$/],
    ['keys', 'sends something else', json({ keys: 'none' }), /is not a JSON Web Key Set$/],
    ['keys', 'has no keys', json({ keys: [] }), /has no keys$/],
    ['discovery', 'does not end its response', outages.endless, /responded with more than 1000000 bytes$/],
    ['keys', 'does not end its response', outages.endless, /responded with more than 1000000 bytes$/],
  ])('throws KeysUnavailable and reports the reason: for %s, the issuer %s', async (page, _what, outage, reason) => {
    await using issuer = await startTokenIssuer()
    issuer.outages[page] = outage
    const { isReady, outcome, reasons } = getVerifier(issuer)
    expect(await isReady()).toBe(false)
    expect(await outcome(await issuer.token())).toBe('KeysUnavailable')
    if (page === 'discovery') expect(reasons).toEqual([expect.stringMatching(/^the issuer cannot be discovered: /)])
    expect(reasons[0]).toMatch(reason)
  })

  it('rejects texts that are not tokens, without asking an issuer that cannot be discovered', async () => {
    await using issuer = await startTokenIssuer()
    issuer.outages.discovery = outages.internalError
    const { outcome, reasons } = getVerifier(issuer)
    for (const text of ['x', 'x.y.z', 'eyJhbGciOiJub25lIn0.e30.']) expect(await outcome(text)).toBe('InvalidToken')
    expect([issuer.requests(), reasons]).toEqual([0, []])
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
