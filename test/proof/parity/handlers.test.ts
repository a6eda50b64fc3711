// The MSW handlers join the proof with every request that fetch can send. allowed-differences.ts lists the requests that it
// cannot send, and the allowed differences.
import { describe, expect, it } from 'vitest'
import { Connection } from '../../../tools/contract-tester/connection.ts'
import { readSeed } from '../../../tools/contract-tester/environment.ts'
import { families } from '../../../tools/contract-tester/requests/families.ts'
import { startMock } from '../../support/service.ts'
import { handlerDifferences, handlerHeaders, unsendable } from './allowed-differences.ts'
import { toRequest } from './fetchable.ts'
import { exchangeWithHandlers } from './handlers.ts'
import { runFamily } from './run-family.ts'

async function compareHandlers(seed: number, requests: number) {
  await using service = await startMock()
  using mock = new Connection(service.url)
  const mockHost = new URL(service.url).host
  const parameters = { seed, numRuns: Math.ceil(requests / families.length), endOnFailure: true }
  const results = []
  for (const family of families) {
    const exchange = exchangeWithHandlers({ mock, mockHost, comparesSuccesses: family.name === 'valid requests' })
    results.push(await runFamily(family, parameters, exchange))
  }
  return {
    sent: results.reduce((total, result) => total + result.requests, 0),
    differences: new Set(results.flatMap((result) => [...result.differences.keys()])),
    failures: results.flatMap(({ failure }) => failure ?? []),
  }
}

describe('the MSW handlers are the API of the contract', { timeout: 120_000 }, () => {
  it('on requests that are always the same, and differ only as listed', async () => {
    const { sent, differences, failures } = await compareHandlers(20251120, 2_400)
    expect(failures).toEqual([])
    expect(sent).toBeGreaterThan(1_800)
    const rows = Object.keys({ ...unsendable, ...handlerDifferences, ...handlerHeaders })
    expect([...differences].sort(), 'each row of allowed-differences.ts must occur').toEqual(rows.sort())
  })

  it('on random requests', async () => {
    const seed = readSeed()
    expect((await compareHandlers(seed, 600)).failures, `SEED=${seed}`).toEqual([])
  })
})

describe('toRequest', () => {
  const bytes = (...head: string[]) => Buffer.from(`${head.join('\r\n')}\r\n\r\nbody`)

  it('keeps method, target, headers and body', async () => {
    const request = toRequest(bytes('POST /plants?a=%20 HTTP/1.1', 'Host: a', 'X: b'))
    if (typeof request === 'string') throw new Error(request)
    expect(request).toMatchObject({ method: 'POST', url: expect.stringMatching(/\/plants\?a=%20$/) })
    expect([request.headers.get('X'), await request.text()]).toEqual(['b', 'body'])
  })

  it.each([
    ['GET /plants/../x HTTP/1.1', 'X: b', 'a target that the URL parser changes'],
    ['GET /plants HTTP/1.1', 'Cookie: a', 'a header that fetch writes'],
    ['get /plants HTTP/1.1', 'X: b', 'a method that fetch rejects or changes'],
  ])('tells why fetch cannot send %j with %j', (first, header, reason) => {
    const request = Buffer.from(`${[first, 'Host: a', header].join('\r\n')}\r\n\r\n`)
    expect(toRequest(request)).toBe(reason)
  })
})
