// Handlers for tests join the proof: for the requests that fetch can send they answer as the contract says, and as the
// mock does; what they cannot be asked, and what they do not check, is in handlers-differences.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Implementation, startMock } from '../../support/service.ts'
import { Connection } from '../connection.ts'
import { families } from '../requests/families.ts'
import { readSeed } from '../seed.ts'
import { walkHandlers } from './handlers.ts'
import { fieldDifferences, unchecked, unfetchable } from './handlers-differences.ts'
import { fetchable } from './handlers-fetch.ts'

let mock: Implementation
beforeAll(async () => {
  mock = await startMock()
})
afterAll(() => mock[Symbol.asyncDispose]())

async function walk(seed: number, requests: number) {
  const connection = new Connection(mock.url)
  const depth = { seed, numRuns: Math.ceil(requests / families.length) }
  const walked = []
  for (const family of families) walked.push(await walkHandlers(family, connection, new URL(mock.url).host, depth))
  connection.close()
  return {
    asked: walked.reduce((total, one) => total + one.asked, 0),
    rows: new Set(walked.flatMap(({ rows }) => [...rows.keys()])),
    failures: walked.flatMap(({ failure }) => failure ?? []),
  }
}

describe('handlers and contract are the same API', () => {
  it('on requests that are always the same, and differ as the tables say', { timeout: 60_000 }, async () => {
    const { asked, rows, failures } = await walk(20251120, 2_400)
    expect(failures).toEqual([])
    expect(asked).toBeGreaterThan(1_800)
    const named = [...unchecked, ...fieldDifferences].map(({ name }) => name)
    expect([...rows].sort(), 'each row of handlers-differences.ts must occur').toEqual(
      [...Object.keys(unfetchable), ...named].sort(),
    )
  })

  it('on requests that are others each time', { timeout: 60_000 }, async () => {
    const seed = readSeed()
    console.log(`Parity of handlers with SEED=${seed}`)
    expect((await walk(seed, 600)).failures, `SEED=${seed}`).toEqual([])
  })
})

describe('a request', () => {
  const bytes = (first: string, ...fields: string[]) =>
    Buffer.from(`${[first, 'Host: a', ...fields].join('\r\n')}\r\n\r\n`)

  it('that fetch can send is the same request', async () => {
    const request = fetchable(Buffer.concat([bytes('POST /plants?a=%20 HTTP/1.1', 'X: b'), Buffer.from('body')]))
    if (typeof request === 'string') throw new Error(request)
    expect([request.method, new URL(request.url).search, request.headers.get('X'), await request.text()]).toEqual([
      'POST',
      '?a=%20',
      'b',
      'body',
    ])
  })

  it('that fetch cannot send has a reason', () => {
    expect(fetchable(bytes('GET /plants/../x HTTP/1.1'))).toBe('a target that URL writes otherwise')
    expect(fetchable(bytes('GET /plants HTTP/1.1', 'Cookie: a'))).toBe('a header that fetch writes itself')
    expect(fetchable(bytes('get /plants HTTP/1.1'))).toBe('a method that fetch refuses, or writes otherwise')
  })
})
