// Dates in headers (RFC 9110, 5.6.7), and the preconditions of writes.
import { describe, expect, it } from 'vitest'
import { parseHttpDate } from '../../../core/date-time.ts'
import { requireConditions } from '../../../core/items/conditions.ts'

const now = new Date('2026-11-22T00:00:00Z')
const parse = (text: string) => parseHttpDate(text, now)

describe('a date in a header', () => {
  it.each([
    ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37Z'],
    ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37Z'],
    ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37Z'],
    ['Thu, 29 Feb 2024 23:59:59 GMT', '2024-02-29T23:59:59Z'],
    ['Mon, 01 Jan 0001 00:00:00 GMT', '0001-01-01T00:00:00Z'],
    ['Fri, 31 Dec 9999 23:59:59 GMT', '9999-12-31T23:59:59Z'],
    ['Sat, 31 Dec 2016 23:59:60 GMT', '2016-12-31T23:59:59Z'],
    // A year with two digits is at most 50 years in the future.
    ['Tuesday, 01-Dec-26 00:00:00 GMT', '2026-12-01T00:00:00Z'],
    ['Friday, 01-Jan-76 00:00:00 GMT', '2076-01-01T00:00:00Z'],
    ['Saturday, 01-Jan-77 00:00:00 GMT', '1977-01-01T00:00:00Z'],
  ])('is parsed: %s', (text, time) => {
    expect(parse(text)).toBe(Date.parse(time))
  })

  it('can be in each month', () => {
    const dates = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 15)))
    expect(dates.map((date) => parse(date.toUTCString()))).toEqual(dates.map(Number))
  })

  it.each([
    '',
    '0',
    '1994-11-06T08:49:37Z',
    'Sun, 06 Nov 1994 08:49:37 UTC',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 06 Foo 1994 08:49:37 GMT',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 24:00:00 GMT',
    'Sun, 06 Nov 1994 08:49:60 GMT',
    'Thu, 31 Feb 2024 08:49:37 GMT',
    'Wed, 29 Feb 2023 08:49:37 GMT',
    'Sun, 06-Nov-94 08:49:37 GMT',
    'Sun Nov 6 08:49:37 1994',
    ' Sun, 06 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 GMT\n',
    `Sun, 06 Nov 1994 08:49:37 GMT${' '.repeat(4000)}`,
  ])('is not parsed: %j', (text) => {
    expect(parse(text)).toBeNaN()
  })
})

it('a write ignores If-Modified-Since (RFC 9110, 13.1.3), even if the contract documents it', () => {
  const date = 'Sun, 06 Nov 1994 08:49:37 GMT'
  const validators = { ETag: '"a"', 'Last-Modified': date }
  requireConditions({ 'If-Match': '"a"', 'If-Modified-Since': date }, validators)
  expect(() => requireConditions({ 'If-None-Match': '"a"', 'If-Modified-Since': date }, validators)).toThrow()
})
