// Dates in headers (RFC 9110, 5.6.7), in any time zone of the client.
import { afterEach, expect, it, vi } from 'vitest'
import { parseHeaderDate } from '../../client/header-date.ts'

afterEach(() => void vi.unstubAllEnvs())

it.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
  'reads %s',
  (text) => {
    for (const zone of ['UTC', 'America/New_York']) {
      vi.stubEnv('TZ', zone)
      expect(parseHeaderDate(text)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37))
    }
  },
)

// `Date.parse` takes a number for a year or a month.
it.each([null, undefined, '', '0', '-5', '60', '2027', 'soon', 'Sun'])('does not read %j', (text) => {
  expect(parseHeaderDate(text)).toBeNaN()
})
