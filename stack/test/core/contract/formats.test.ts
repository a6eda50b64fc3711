// The formats of the contract. Those of dates agree with the functions of ajv-formats, which they replace.
import { createRequire } from 'node:module'
import { isIPv4, isIPv6 } from 'node:net'
import { describe, expect, it } from 'vitest'
import { formats } from '../../../core/contract/formats.ts'

const library = createRequire(import.meta.resolve('express-openapi-validator'))('ajv-formats/dist/formats.js')
const isDateTime = (text: string): boolean => library.fullFormats['date-time'].validate(text)
const digits = (count: number) => Array.from({ length: count }, (_, number) => String(number).padStart(2, '0'))
const accepts = (format: keyof typeof formats) => (text: string) => formats[format].test(text)
/** The strings that only the format or only the library accepts. */
const findDifferences = (texts: string[]) => texts.filter((text) => accepts('date-time')(text) !== isDateTime(text))

it('the format date accepts each day that exists, and no other string', () => {
  const years =
    '0000 0001 0004 0096 0400 1600 1900 1904 1923 1930 1980 1996 2000 2008 2010 2012 2016 2020 2022 2024 2100'
  const days = `${years} 2244 4000 9996 9999`
    .split(' ')
    .flatMap((year) => digits(14).flatMap((month) => digits(33).map((day) => `${year}-${month}-${day}`)))
  expect(days.filter((day) => accepts('date')(day) !== isDateTime(`${day}T00:00:00Z`))).toEqual([])
  expect(days.filter(accepts('date')).length).toBeGreaterThan(365 * 25)
  expect(findDifferences(days.map((day) => `${day}T12:00:00Z`))).toEqual([])
  expect(['20260101', 'x2026-01-01', '2026-01-01x'].filter(accepts('date'))).toEqual([])
})

describe('the format date-time', () => {
  const day = '2026-02-28'

  it('accepts T and t, each time of a day and each UTC offset, and no other string', () => {
    const times = [
      ...digits(30).map((hour) => `${hour}:00:00`),
      ...digits(100).flatMap((part) => [`12:${part}:00`, `12:00:${part}`]),
      ...['1:00:00', '12:0:00', '12:00:0', '12:00', '120000', '12:00:00.', '12:00:00.x'],
      ...Array.from({ length: 9 }, (_, index) => `12:00:00.${'7'.repeat(index + 1)}`),
    ]
    const offsets = ['+', '-'].flatMap((sign) => [
      ...digits(30).map((hours) => `${sign}${hours}:00`),
      ...digits(100).map((minutes) => `${sign}01:${minutes}`),
    ])
    offsets.push('Z', 'z', '', 'ZZ', '+1', '+1:00', '+01:0', '01:00', '*01:00', 'Z\n', '+01:00x')
    const separators = ['T', 't', '', 'TT', '_'].flatMap((separator) => [
      `${day}${separator}12:34:56Z`,
      `x${day}${separator}12:34:56Z`,
    ])
    expect(findDifferences(times.map((time) => `${day}T${time}Z`))).toEqual([])
    expect(findDifferences([...offsets.map((zone) => `${day}T12:34:56${zone}`), ...separators])).toEqual([])
  })

  // The library accepts these. The last two are valid in RFC 3339, but parsers of other languages reject them.
  it.each([
    ...[' ', '\t', '\n', '\u00a0', '\u2028'].map((separator) => `${day}${separator}12:34:56Z`),
    ...['T12:34:56+01', 'T12:34:56-0100', 'T12:34:56.1234567891Z', 'T00:59:60+01:00'].map((rest) => day + rest),
  ])('does not accept %j', (text) => {
    expect(accepts('date-time')(text)).toBe(false)
  })

  it('accepts leap seconds in UTC only', () => {
    const seconds = ['23:59:60Z', '23:59:60.123456789Z', '23:59:60.1234567891Z', '23:59:61Z', '22:59:60Z']
    const accepted = seconds.filter((time) => accepts('date-time')(`2016-12-31T${time}`))
    expect(accepted).toEqual(['23:59:60Z', '23:59:60.123456789Z'])
  })
})

const valid: Partial<Record<keyof typeof formats, string[]>> = {
  time: ['12:34:56Z', '23:59:60Z', '00:00:00.5+14:00'],
  duration: ['P1Y2M3DT4H5M6S', 'PT1S', 'P2W', 'P1D', 'PT36H'],
  email: ['a@b', 'ann.b+c@mail.example.org', "o'n@x.ie", '"a b"@c.de', '"a\\"b"@c'],
  hostname: ['a', 'mail.example.org', 'x1-2.y'],
  uri: ['https://a.example/b?c#d%2F', 'urn:a:b', 'mailto:a@b', 'a:'],
  'uri-reference': ['', '/a?b', '../c%2F', 'https://a', '#d'],
  byte: ['', 'YQ==', 'YWI=', 'YWJj'],
  uuid: ['019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41', '019A9F3E-5C80-7A11-8E5D-3F0A6C2B9D41'],
}
const invalid: Partial<Record<keyof typeof formats, string[]>> = {
  time: ['12:34:56', '24:00:00Z', '23:59:60+01:00', '12:34Z', ''],
  duration: ['P', 'PT', '1D', 'P1S', 'PT1D', 'P1W2D', 'P-1D', ''],
  email: ['a', '"a"b"@c', '"a\\"@c', '"a"', '@b', 'a@', 'a@-b', 'a b@c', 'a@b..c', 'a@b@c', ''],
  hostname: ['-a', 'a-', 'a..b', 'a b', 'a_b', 'a'.repeat(64), ''],
  uri: ['/a', 'a b:c', 'http://a b', '1a:b', 'a:%2', 'a:%zz', ''],
  'uri-reference': ['a b', '%2', '%zz', '<a>', 'a\\b'],
  uuid: [
    '',
    '019a9f3e5c807a118e5d3f0a6c2b9d41',
    'g19a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41',
    '{019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41}',
  ],
  byte: ['YQ', 'YQ=', 'YQ===', 'Y-Q=', 'YWJ', 'YW Jj'],
}

it.each(Object.keys(valid) as (keyof typeof formats)[])('the format %s accepts only valid strings', (name) => {
  expect(valid[name]?.filter((text) => !accepts(name)(text))).toEqual([])
  expect(invalid[name]?.filter(accepts(name))).toEqual([])
})

it('the formats ipv4 and ipv6 accept the same addresses as Node', () => {
  const parts = [...digits(300), '0', '9', 'a', ''].flatMap((part) => [`${part}.1.1.1`, `1.1.1.${part}`, `1.1.${part}`])
  expect(parts.filter((text) => accepts('ipv4')(text) !== isIPv4(text))).toEqual([])
  const groups = Array.from({ length: 10 }, (_, count) => Array(count).fill('0aF9').join(':'))
  const starts = groups.flatMap((group) => [group, ...groups.map((end) => `${group}::${end}`)])
  const endings = ['1.2.3.4', '99.109.199.249', '1.2.3.256', '1.2.3'].flatMap((end) => [end, `:${end}`])
  const texts = starts.flatMap((start) => [start, ...endings.map((end) => start + end)])
  texts.push('::1', '1::', '1::1', '1::2::3', ':1', '12345::', 'g::')
  expect(texts.filter((text) => accepts('ipv6')(text) !== isIPv6(text))).toEqual([])
})
