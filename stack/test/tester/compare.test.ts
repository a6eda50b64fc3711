// COMPARE finds services that take two lamps for one, and stops when the services may have different lamps.
import { expect, it } from 'vitest'
import { Comparison } from '../../tester/compare.ts'
import { ConnectionEnded } from '../../tester/connection.ts'

const ids = ['019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41', '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d42']
const request = Buffer.from('GET /lamps HTTP/1.1\r\nHost: one\r\n\r\n')

/** A service that responds with these bodies, and ends the connection instead of an empty one. */
function serviceWith(bodies: string[], isGateway = false) {
  const left = [...bodies]
  const options = { url: 'http://one', tokens: {}, mayWrite: true, isMock: false, isGateway, timeoutMs: 1_000 }
  const exchange = async () => {
    const body = left.shift() ?? ''
    if (body === '') throw new ConnectionEnded(0)
    return { status: 200, headers: {}, body }
  }
  return { values: { host: 'one' }, options, exchange }
}

async function differences(first: string[], second: string[], isGateway = false): Promise<(string[] | undefined)[]> {
  const comparison = new Comparison(serviceWith(first, isGateway), serviceWith(second))
  return Array.fromAsync(
    first,
    async () => (await comparison.exchange('GET', request).catch(() => undefined))?.differences,
  )
}

it.each([
  ['the first service', Array(2).fill(ids[0]), ids],
  ['the second service', ids, Array(2).fill(ids[0])],
])('finds an identifier that only %s repeats', async (_, first, second) => {
  expect(await differences(first, second)).toEqual([[], [expect.stringMatching(/which was another value before$/)]])
  expect(await differences(ids, ids.toReversed())).toEqual([[], []])
})

it('ends after a connection of the first service ended, unless a gateway may have ended it', async () => {
  expect(await differences(['', 'b'], ['a'])).toEqual([undefined, undefined])
  expect(await differences(['', 'b'], ['a'], true)).toEqual([undefined, ['body: URL has b, COMPARE has a']])
})

it('compares no lists after a position that is none of the identifiers, also with the host in the target', async () => {
  const bodies = (text: string) => ({ ...serviceWith([text]), values: { host: `${text}.test:80` } })
  for (const target of ['/lamps', 'http://one.test:80/lamps']) {
    const comparison = new Comparison(bodies('one'), bodies('two'))
    const list = (query: string) => Buffer.from(`GET ${target}${query} HTTP/1.1\r\nHost: one.test:80\r\n\r\n`)
    expect((await comparison.exchange('GET', list(`?limit=1&after=${ids[0]}`))).differences).toEqual([])
    const whole = new Comparison(bodies('one'), bodies('two'))
    expect((await whole.exchange('GET', list('?limit=1'))).differences).toEqual(['body: URL has one, COMPARE has two'])
  }
})
