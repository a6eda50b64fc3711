import { expect, it } from 'vitest'
import { withDeprecation } from '../../../core/pipeline/response.ts'
import { contract } from '../../product/generated/index.ts'

const { operations } = contract

const headers = (name: string) => ({ Deprecation: `@${name.length}`, Sunset: name })
const ofAdapter = { RateLimit: 'RateLimit of the adapter', Sunset: 'Sunset of the adapter' }
const request = { id: 'x', responseHeaders: ofAdapter }
const parts = { path: {}, query: {}, headers: {}, cookies: {}, body: undefined }

/** The value of `Sunset` in the response to a request with these parts, if the listed parts are deprecated. */
function sunset(deprecated: ('operation' | 'query' | 'headers' | 'body')[], used: object): string | undefined {
  const deprecatedParts = deprecated.map((group) =>
    group === 'operation' ? { headers: headers(group) } : { in: group, name: 'old', headers: headers(group) },
  )
  const [plan] = operations
  if (plan === undefined) throw new Error('The contract has no operation.')
  const sent = withDeprecation(request, { ...plan, deprecatedParts }, { ...parts, ...used })
  expect(sent.id).toBe('x')
  expect(sent.responseHeaders.RateLimit).toBe(ofAdapter.RateLimit)
  return sent.responseHeaders.Sunset
}

it.each([
  ['a query parameter', ['query'], { query: { old: '' } }, 'query'],
  ['a header', ['headers'], { headers: { old: 'a' } }, 'headers'],
  ['a property of the body', ['body'], { body: { old: null } }, 'body'],
  ['an operation', ['operation'], {}, 'operation'],
  ['the first of several parts', ['body', 'operation'], { body: { old: 1 } }, 'body'],
  ['the first part that is used', ['body', 'operation'], {}, 'operation'],
] as const)('names the deprecation of %s', (_, deprecated, used, expected) => {
  expect(sunset([...deprecated], used)).toBe(expected)
})

it('changes nothing for a request that uses no deprecated part', () => {
  expect(sunset(['query', 'headers', 'body'], { query: { other: 1 }, body: 'old' })).toBe(ofAdapter.Sunset)
  expect(sunset([], { query: { old: 1 } })).toBe(ofAdapter.Sunset)
})
