import { describe, expect, it } from 'vitest'
import { sharedImplementations } from '../../support/shared-service.ts'

const page = 'http://localhost:5173'
const implementations = await sharedImplementations()

describe.each(implementations)('with a page of another origin, $name', ({ name, url, request }) => {
  const preflight = (path: string) =>
    fetch(url + path, {
      method: 'OPTIONS',
      headers: { Origin: page, 'Access-Control-Request-Method': 'PATCH', 'Access-Control-Request-Headers': 'if-match' },
    })
  const items = (headers: Headers, name: string) => (headers.get(name) ?? '').split(/ *, */)

  it('responds to a preflight request without a token, and scripts can read Total-Count', async () => {
    const { status, headers } = await preflight('/lamps')
    expect(status).toBe(204)
    expect([page, '*']).toContain(headers.get('Access-Control-Allow-Origin'))
    // With PUT, a script that uses it by mistake gets the 405 instead of a network error.
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']
    expect(items(headers, 'Access-Control-Allow-Methods')).toEqual(methods)
    const conditions = ['If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since']
    const allowed = ['Authorization', 'Content-Type', ...conditions, 'Idempotency-Key']
    if (name === 'the mock') allowed.push('Prefer')
    expect(items(headers, 'Access-Control-Allow-Headers').toSorted()).toEqual(allowed.toSorted())
    expect(headers.get('Access-Control-Max-Age')).toBe('600')
    expect(headers.get('Access-Control-Allow-Credentials')).toBeNull()
    expect(headers.get('Vary')).toContain('Origin')
    const list = await request('/lamps', { headers: { Origin: page } })
    expect(items(list.headers, 'Access-Control-Expose-Headers')).toContain('Total-Count')
  })
})

const [service, mock] = implementations

it.each([
  ['http://localhost', 'http://localhost'],
  ['https://localhost:3', 'https://localhost:3'],
  ['https://evil.example', null],
  ['http://localhost.evil.example', null],
  ['null', null],
])('from %s, the service allows %j and the mock every origin', async (Origin, expected) => {
  const allowed = async (implementation = service) =>
    (await implementation?.request('/lamps', { headers: { Origin } }))?.headers.get('Access-Control-Allow-Origin')
  expect([await allowed(), await allowed(mock)]).toEqual([expected, '*'])
})
