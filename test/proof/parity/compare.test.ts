import { describe, expect, it } from 'vitest'
import { compare } from './compare.ts'

const response = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"name":"a"}' }
const problem = {
  status: 404,
  headers: { 'content-type': 'application/problem+json' },
  body: '{"type":"tag:plants.example,2026:not-found","detail":"a","instance":"urn:uuid:1"}',
}

describe('compare', () => {
  it.each([
    ['status', { ...response, status: 201 }],
    ['media type', { ...response, headers: { 'content-type': 'text/plain' } }],
    ['body', { ...response, body: '{"name":1}' }],
    ['body', { ...response, body: '{"name":"a","tag":"b"}' }],
  ])('finds another %s', (part, other) => {
    expect(compare(response, other, true).different).toEqual([expect.stringContaining(part)])
    expect(compare(response, response, true).different).toEqual([])
  })

  it('finds a header that only one response has', () => {
    const other = { ...response, headers: { ...response.headers, etag: '"x"' } }
    expect(compare(response, other, true).headers).toEqual(['etag'])
  })

  it('compares whole problems, except for their instance, if asked to', () => {
    const again = { ...problem, body: problem.body.replace('urn:uuid:1', 'urn:uuid:2') }
    const other = { ...problem, body: problem.body.replace('"a"', '"b"') }
    expect(compare(problem, again, true).different).toEqual([])
    expect(compare(problem, other, true).different).toHaveLength(1)
    expect(compare(problem, other, false).different).toEqual([])
  })
})
