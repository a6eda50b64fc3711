// A provider that is not there, or does not do its part: that is never the fault of a token.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Fault, faults, startProvider } from '../../../support/identity-provider.ts'
import { expectInvalid, expectUnavailable, startProtected, within } from '../../../support/protected-service.ts'

const discoveryPath = '/.well-known/openid-configuration'
const json =
  (body: unknown): Fault =>
  (res) =>
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))

// It looks like a token: only its key can tell that it is none.
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const plausible = `${part({ alg: 'RS256', typ: 'at+jwt', kid: 'any' })}.${part({ sub: 'any' })}.AAAA`

interface Answering extends AsyncDisposable {
  url: string
  requests: () => number
}

/** Something that answers every request in the same way, and counts them. */
async function answering(fault: Fault): Promise<Answering> {
  let requests = 0
  const server = createServer((_req, res) => {
    requests += 1
    fault(res)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // An address, not a path: it was given a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

describe.concurrent('an issuer that cannot be discovered', () => {
  it.each<[string, Fault, RegExp, number?]>([
    ['fails', faults.fails, /openid-configuration responded 500$/],
    ['talks garbage', faults['talks garbage'], /not valid JSON$/],
    ['hangs', faults.hangs, /aborted due to timeout$/],
    ['is another one', json({ issuer: 'https://evil.example' }), /names the issuer https:\/\/evil\.example, not http:/],
    ['says nothing', json({}), /names the issuer undefined, not http:/],
    ['is null', json(null), /null/],
    ['has moved', (res) => res.writeHead(302, { Location: 'https://evil.example' }).end(), /redirect/],
    ['closes the connection', (res) => res.destroy(), /fetch failed/],
  ])('since it %s makes calls 503, and the service says why', async (_what, fault, reason) => {
    await using issuer = await answering(fault)
    await using service = await startProtected({ AUTH_ISSUER: issuer.url })
    expect(await service.verifier.isReady()).toBe(false)
    const start = performance.now()
    await expectUnavailable(await service.list(plausible))
    expect(performance.now() - start).toBeLessThan(6_000)
    expect(service.reasons).toEqual([expect.stringMatching(/^the issuer cannot be discovered: /)])
    expect(service.reasons[0]).toMatch(reason)
  })

  it('is not asked again by every call, nor is the reason said again', async () => {
    await using issuer = await answering(faults.fails)
    await using service = await startProtected({ AUTH_ISSUER: issuer.url })
    for (let call = 0; call < 20; call += 1) await expectUnavailable(await service.list(plausible))
    expect(issuer.requests()).toBeLessThan(5)
    expect(service.reasons).toHaveLength(1)
  })

  it('makes nothing of what is no token at all', async () => {
    await using issuer = await answering(faults.fails)
    await using service = await startProtected({ AUTH_ISSUER: issuer.url })
    await expectInvalid(await service.list('x.y.z'))
  })

  it('heals by itself', async () => {
    await using provider = await startProvider()
    provider.faults[discoveryPath] = faults.fails
    await using service = await startProtected({ AUTH_ISSUER: provider.issuer })
    const token = await provider.clientToken()
    await expectUnavailable(await service.list(token))
    delete provider.faults[discoveryPath]
    await within(10, async () => (await service.list(token)).status, 200)
    expect(await service.verifier.isReady()).toBe(true)
  })
})

describe.concurrent('keys that cannot be had', () => {
  it.each<[string, Fault, RegExp]>([
    ['fail', faults.fails, /Expected 200 OK/],
    ['are garbage', faults['talks garbage'], /Failed to parse/],
    ['hang', faults.hangs, /timed out/],
    ['are no keys', json({ keys: 'none' }), /malformed/],
  ])('since they %s make calls 503 until they are there', async (_what, fault, reason) => {
    await using provider = await startProvider()
    provider.faults['/jwks'] = fault
    await using service = await startProtected({ AUTH_ISSUER: provider.issuer })
    const token = await provider.clientToken()
    const start = performance.now()
    await expectUnavailable(await service.list(token))
    expect(performance.now() - start).toBeLessThan(10_000)
    expect(await service.verifier.isReady()).toBe(false)
    expect(service.reasons[0]).toMatch(reason)
    delete provider.faults['/jwks']
    await within(10, async () => (await service.list(token)).status, 200)
  })

  it.each(['http://keys.example/jwks', 'jwks', undefined])('are not fetched from %s', async (jwks_uri) => {
    await using provider = await startProvider()
    provider.faults[discoveryPath] = json({ issuer: provider.issuer, jwks_uri })
    await using service = await startProtected({ AUTH_ISSUER: provider.issuer })
    await expectUnavailable(await service.list(await provider.clientToken()))
    expect(service.reasons).toEqual([expect.stringMatching(/jwks_uri .* is not an https URL$/)])
  })

  it('are remembered: what they verify goes on to count while the provider is down', async () => {
    await using provider = await startProvider()
    await using service = await startProtected({ AUTH_ISSUER: provider.issuer })
    const token = await provider.clientToken()
    expect((await service.list(token)).status).toBe(200)
    provider.faults['/jwks'] = faults.fails
    provider.faults[discoveryPath] = faults.fails
    expect((await service.list(token)).status).toBe(200)
    expect(await service.verifier.isReady()).toBe(true)
    expect(service.reasons).toEqual([])
  })
})

describe.concurrent('a new key of the provider', () => {
  it('counts from its first token on, within seconds, and the old one no longer does', {
    timeout: 40_000,
  }, async () => {
    await using provider = await startProvider()
    await using service = await startProtected({ AUTH_ISSUER: provider.issuer })
    const before = await provider.clientToken()
    expect((await service.list(before)).status).toBe(200)
    await provider.rotate()
    const after = await provider.clientToken()
    await within(15, async () => (await service.list(after)).status, 200)
    await expectInvalid(await service.list(before))
    expect(service.reasons).toEqual([])
  })

  it('that cannot be looked for makes a call 503, not 401', { timeout: 40_000 }, async () => {
    await using provider = await startProvider()
    await using service = await startProtected({ AUTH_ISSUER: provider.issuer })
    const before = await provider.clientToken()
    expect((await service.list(before)).status).toBe(200)
    await provider.rotate()
    provider.faults['/jwks'] = faults.fails
    const after = await provider.clientToken()
    await within(15, async () => (await service.list(after)).status, 503)
    await expectUnavailable(await service.list(after))
    expect((await service.list(before)).status).toBe(200)
    // Once, though each of these calls has looked for it in vain.
    expect(service.reasons).toEqual([
      expect.stringMatching(/^the keys of the issuer cannot be fetched: Expected 200 OK/),
    ])
  })
})

describe('the complaint about an issuer', () => {
  it('is made again after a minute, and not before, however long the service has been up', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    vi.advanceTimersByTime(3_600_000)
    await using issuer = await answering(faults.fails)
    await using service = await startProtected({ AUTH_ISSUER: issuer.url })
    const askedAgain = async () => {
      const requests = issuer.requests()
      while (issuer.requests() === requests) {
        expect(await service.verifier.isReady()).toBe(false)
        await sleep(50)
      }
    }
    await askedAgain()
    vi.advanceTimersByTime(59_000)
    await askedAgain()
    expect(service.reasons).toHaveLength(1)
    vi.advanceTimersByTime(2_000)
    await askedAgain()
    expect(service.reasons).toHaveLength(2)
  })
})
