// The formats of the contract: dates are compared with the functions of ajv-formats, which they replace.
import { createRequire } from 'node:module'
import { isIPv4, isIPv6 } from 'node:net'
import { describe, expect, it } from 'vitest'
import { formats } from '../../../core/contract/formats.ts'

const library = createRequire(import.meta.resolve('express-openapi-validator'))('ajv-formats/dist/formats.js')
const isDate = (text: string): boolean => library.fullFormats['date-time'].validate(text)
const digits = (count: number) => Array.from({ length: count }, (_, number) => String(number).padStart(2, '0'))
/** The texts for which the format and the library differ. */
const differences = (texts: string[]) => texts.filter((text) => formats['date-time'].test(text) !== isDate(text))

it('the format date accepts each day that exists, and no other one', () => {
  const years = ['0000', '0001', '0004', '0096', '0400', '1600', '1900', '1904', '1923', '1930', '1980', '1996']
  years.push('2000', '2008', '2010', '2012', '2016', '2020', '2022', '2024', '2100', '2244', '4000', '9996', '9999')
  const days = years.flatMap((year) =>
    digits(14).flatMap((month) => digits(33).map((day) => `${year}-${month}-${day}`)),
  )
  const exists = (day: string) => isDate(`${day}T00:00:00Z`)
  expect(days.filter(exists).length).toBeGreaterThan(365 * years.length)
  expect(days.filter((day) => formats.date.test(day) !== exists(day))).toEqual([])
  expect(differences(days.map((day) => `${day}T12:00:00Z`))).toEqual([])
  expect(['20260101', 'x2026-01-01', '2026-01-01x'].filter((text) => formats.date.test(text))).toEqual([])
})

describe('the format date-time', () => {
  const [day, time] = ['2026-02-28', '12:34:56']

  it('accepts each separator, time of a day and distance from UTC, and no other one', () => {
    const times = [
      ...digits(30).map((hour) => `${hour}:00:00`),
      ...digits(100).flatMap((one) => [`12:${one}:00`, `12:00:${one}`]),
      ...['1:00:00', '12:0:00', '12:00:0', '12:00', '120000', '12:00:00.', '12:00:00.x'],
      ...Array.from({ length: 9 }, (_, index) => `12:00:00.${'7'.repeat(index + 1)}`),
    ]
    const zones = ['+', '-'].flatMap((sign) => [
      ...digits(30).map((hours) => `${sign}${hours}:00`),
      ...digits(100).map((minutes) => `${sign}01:${minutes}`),
    ])
    zones.push('Z', 'z', '', 'ZZ', '+1', '+1:00', '+01:0', '01:00', '*01:00', 'Z\n', '+01:00x')
    const separated = ['T', 't', '', 'TT', '_'].flatMap((separator) =>
      [day, '2024-02-29', `x${day}`].map((date) => `${date}${separator}${time}Z`),
    )
    const texts = [...times.map((one) => `${day}T${one}Z`), ...zones.map((zone) => `${day}T${time}${zone}`)]
    expect(differences([...texts, ...separated])).toEqual([])
  })

  // The library accepts them. The grammar of RFC 3339 does not have them, and parsers of other languages refuse them.
  it.each([
    ...[' ', '\t', '\n', '\u00a0', '\u2028'].map((separator) => `${day}${separator}${time}Z`),
    ...['+01', '-0100'].map((zone) => `${day}T${time}${zone}`),
    `${day}T${time}.1234567891Z`,
    '2017-01-01T00:59:60+01:00',
  ])('does not accept %j', (text) => {
    expect([isDate(text), formats['date-time'].test(text)]).toEqual([true, false])
  })

  it('accepts leap seconds in UTC only', () => {
    const seconds = ['23:59:60Z', '23:59:60.123456789Z', '23:59:60.1234567891Z', '23:59:61Z', '22:59:60Z']
    const accepted = seconds.filter((one) => formats['date-time'].test(`2016-12-31T${one}`))
    expect(accepted).toEqual(['23:59:60Z', '23:59:60.123456789Z'])
  })
})

/** Texts of each other format: valid ones, and others that are nearly valid. */
const others: Partial<Record<keyof typeof formats, [valid: string[], invalid: string[]]>> = {
  time: [
    ['12:34:56Z', '23:59:60Z', '00:00:00.5+14:00'],
    ['12:34:56', '24:00:00Z', '23:59:60+01:00', '12:34Z', ''],
  ],
  duration: [
    ['P1Y2M3DT4H5M6S', 'PT1S', 'P2W', 'P1D', 'PT36H'],
    ['P', 'PT', '1D', 'P1S', 'PT1D', 'P1W2D', 'P-1D', ''],
  ],
  email: [
    ['a@b', 'ann.b+c@mail.example.org', "o'n@x.ie", '"a b"@c.de', '"a\\"b"@c'],
    ['a', '"a"b"@c', '"a\\"@c', '"a"', '@b', 'a@', 'a@-b', 'a b@c', 'a@b..c', 'a@b@c', ''],
  ],
  hostname: [
    ['a', 'mail.example.org', 'x1-2.y'],
    ['-a', 'a-', 'a..b', 'a b', 'a_b', `${'a'.repeat(64)}`, ''],
  ],
  uri: [
    ['https://a.example/b?c#d%2F', 'urn:a:b', 'mailto:a@b', 'a:'],
    ['/a', 'a b:c', 'http://a b', '1a:b', 'a:%2', 'a:%zz', ''],
  ],
  'uri-reference': [
    ['', '/a?b', '../c%2F', 'https://a', '#d'],
    ['a b', '%2', '%zz', '<a>', 'a\\b'],
  ],
  byte: [
    ['', 'YQ==', 'YWI=', 'YWJj'],
    ['YQ', 'YQ=', 'YQ===', 'Y-Q=', 'YWJ', 'YW Jj'],
  ],
}

describe.each(Object.entries(others))('the format %s', (name, [valid, invalid]) => {
  const format = formats[name as keyof typeof formats]

  it('accepts valid texts', () => expect(valid.filter((text) => !format.test(text))).toEqual([]))
  it('does not accept others', () => expect(invalid.filter((text) => format.test(text))).toEqual([]))
})

it('the formats ipv4 and ipv6 accept the same addresses as Node', () => {
  const parts = [...digits(300), '0', '9', 'a', ''].flatMap((part) => [`${part}.1.1.1`, `1.1.1.${part}`, `1.1.${part}`])
  expect(parts.filter((text) => formats.ipv4.test(text) !== isIPv4(text))).toEqual([])
  const groups = (count: number) => Array.from({ length: count }, () => '0aF9').join(':')
  const counts = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
  const addresses = counts.flatMap((one) => counts.map((other) => `${groups(one)}::${groups(other)}`))
  const endings = ['1.2.3.4', '1.2.3.256', '1.2.3']
  const mixed = [...addresses, ...counts.map(groups)].flatMap((start) =>
    endings.flatMap((end) => [`${start}${end}`, `${start}:${end}`]),
  )
  const texts = [...addresses, ...mixed, ...counts.map(groups), '::1', '1::', '1::1', '1::2::3', ':1', '12345::', 'g::']
  expect(texts.filter((text) => formats.ipv6.test(text) !== isIPv6(text))).toEqual([])
})
