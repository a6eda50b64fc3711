import { expect, it } from 'vitest'
import { withDeprecation } from '../../../core/pipeline/deprecation.ts'
import type { HttpRequest } from '../../../core/pipeline/http.ts'
import { contract } from '../../product/generated/index.ts'

const { operations } = contract

const headers = (name: string) => ({ Deprecation: `@${name.length}`, Sunset: name })
const request = { id: 'x', responseHeader: (name: string) => `${name} of the adapter` }
const parts = { path: {}, query: {}, headers: {}, body: undefined }

/** The value of `Sunset` in the response to a request with these parts, if the listed parts are deprecated. */
function sunset(deprecated: ('operation' | 'query' | 'headers' | 'body')[], used: object): string | undefined {
  const deprecatedParts = deprecated.map((group) =>
    group === 'operation' ? { headers: headers(group) } : { in: group, name: 'old', headers: headers(group) },
  )
  const [plan] = operations
  if (plan === undefined) throw new Error('The contract has no operation.')
  // Only these two members of a request are read.
  const sent = withDeprecation(request as HttpRequest, { ...plan, deprecatedParts }, { ...parts, ...used })
  expect(sent.id).toBe('x')
  expect(sent.responseHeader?.('RateLimit')).toBe('RateLimit of the adapter')
  return sent.responseHeader?.('Sunset')
}

const adapter = 'Sunset of the adapter'

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
  expect(sunset(['query', 'headers', 'body'], { query: { other: 1 }, body: 'old' })).toBe(adapter)
  expect(sunset([], { query: { old: 1 } })).toBe(adapter)
})
