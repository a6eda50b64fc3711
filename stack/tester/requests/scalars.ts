// Scalars on both sides of the limits of a schema, values of other types, and strings that often cause defects.
import * as fc from 'fast-check'
import type { Schema } from '../contract/schema.ts'

type Keywords = Schema['keywords']

export const otherTypes = fc.constantFrom<unknown>(null, true, 0, -1, 1.5, [], {}, ['a'], { name: 'a' })

export const byType: Record<string, (keywords: Keywords) => fc.Arbitrary<unknown>> = {
  string: (keywords) => {
    const format = String(keywords.format)
    const texts = examples[format]
    if (texts === undefined) return strings(keywords)
    const known = fc.constantFrom(...texts)
    // For the other formats, validators disagree on strings that are not among the examples.
    const randomTexts = randomStrings[format]
    return randomTexts ? fc.oneof({ weight: 3, arbitrary: fc.oneof(randomTexts, known) }, strings(keywords)) : known
  },
  integer: (keywords) => fc.oneof(...integers(keywords), aroundLimits(keywords)),
  number: (keywords) => {
    const within = integers(keywords)
    const hundredths = within.map((values) => values.map((value) => value / 100))
    const numbers = fc.oneof(...hundredths, ...within, aroundLimits(keywords))
    // The service refuses larger integers (RFC 7493, 2.2), but the schema of a number does not say so.
    return numbers.filter((value) => Number.isSafeInteger(value) || !Number.isInteger(value))
  },
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
}

/** Returns values of each type, around the limits of the schema, of its enum and of its format. */
export function getFixedValues(keywords: Keywords): unknown[] {
  const { enum: choices, format } = keywords
  const around = (limits: unknown[]) =>
    limits
      .flatMap((limit) => (typeof limit === 'number' ? [limit - 1, limit, limit + 1] : []))
      .filter((value) => value <= maxLimit)
  const listed = Object.values(Object(choices)).flatMap((choice) => [
    choice,
    String(choice).toUpperCase(),
    `${choice}x`,
  ])
  const lengths = around([keywords.minLength, keywords.maxLength]).filter((length) => length > 0)
  const repeated = lengths.flatMap((length) => ['a'.repeat(length), '🌱'.repeat(length)])
  const { [String(format)]: known = [] } = examples
  // For most formats, validators disagree on other strings.
  const texts = known.length > 0 && !(String(format) in randomStrings) ? [] : [...plainTexts, ...repeated]
  const limits = around([keywords.minimum, keywords.maximum])
  return [null, true, 0, -1, 1, 1.5, 2 ** 53, [], {}, ['a'], { name: 'a' }, ...texts, ...known, ...limits, ...listed]
}

const plainTexts = ['a', '', ' ', '\u0000', '\u001f', 'a\tb', '\u007f', '\u0085', '\ud83c', '🌱']

function getLimits({ minimum = -(2 ** 31), maximum = 2 ** 31 }: Keywords): { min: number; max: number } {
  return { min: Math.ceil(Number(minimum)), max: Math.floor(Number(maximum)) }
}

/** Returns an empty array if the minimum is greater than the maximum. */
function integers(keywords: Keywords): fc.Arbitrary<number>[] {
  const limits = getLimits(keywords)
  return limits.min <= limits.max ? [fc.integer(limits)] : []
}

function aroundLimits(keywords: Keywords): fc.Arbitrary<number> {
  const { min, max } = getLimits(keywords)
  return fc.constantFrom(min, max, min - 1, max + 1, 0 - min, 2 ** 31, 2 ** 53)
}

const wrongDates = [
  ...['2026-02-30', '2026-02-31', '2026-04-31', '2026-06-31', '2026-09-31', '2026-11-31', '2026-01-32', '2026-01-00'],
  ...['2025-02-29', '2100-02-29', '2026-13-01', '2026-00-01', '2026-1-1', '20260101', '', 'today'],
]
const uuid = '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'

/** Valid strings of a format, and strings that every validator rejects. */
const examples: Record<string, string[]> = {
  date: ['2026-01-01', ...wrongDates],
  'date-time': [...wrongDates.map((date) => `${date}T00:00:00.000Z`), '2026-01-01T24:00:00.000Z', '2026-01-01'],
  uuid: [uuid, uuid.slice(1), `${uuid}0`, uuid.replaceAll('-', ''), `{${uuid}}`],
  time: ['12:34:56Z', '23:59:00.5+02:00', 'noon', ''],
  duration: ['P1D', 'PT36H', 'P1Y2M', '1 day', ''],
  email: ['ann@mail.example', 'a.b+c@x.example.org', 'ann', ''],
  hostname: ['mail.example.org', 'a', '-a', 'a b'],
  ipv4: ['10.1.2.3', '255.255.255.255', '256.1.1.1', ''],
  ipv6: ['::1', '2001:db8::1', '1::2::3', ''],
  uri: ['https://a.example/b?c#d', 'urn:a:b', 'a b', ''],
  'uri-reference': ['/a?b', 'https://a.example/', 'a b', '%zz'],
  byte: ['YWJj', 'YQ==', ''],
  // No service rejects other strings of these formats, and the library needs minutes to validate long ones.
  'idn-email': ['ann@mail.example', 'jörg@bücher.example'],
  'idn-hostname': ['mail.example.org', 'bücher.example'],
  iri: ['https://a.example/b?c#d', 'https://bücher.example/ö'],
  'iri-reference': ['/a?b', '/ö'],
  'uri-template': ['/a/{b}', 'https://a.example/{?b}'],
  'json-pointer': ['', '/a/b', '/a~1b'],
  'relative-json-pointer': ['0', '1/a', '0#'],
  regex: ['^a+$', '[a-z]'],
}

const dates = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })

/** Random strings of the formats on which validators agree. */
const randomStrings: Record<string, fc.Arbitrary<string>> = {
  date: dates.map((date) => date.toISOString().slice(0, 10)),
  'date-time': dates.map((date) => date.toISOString()),
  uuid: fc.uuid(),
}

/** Strings at the limits of `minLength` and `maxLength` are not longer: a request could not contain them. */
const maxLimit = 10_000

function strings({ minLength, maxLength, pattern }: Keywords): fc.Arbitrary<string> {
  const [min, max] = [Number(minLength ?? 0), Number(maxLength ?? 100)]
  // Some tools write a `maxLength` of 2147483647 for "no limit".
  const lengths = fc.constantFrom(min, ...[max, max + 1, Math.max(0, min - 1)].filter((length) => length <= maxLimit))
  const units = fc.constantFrom('a', '.', '"', '🌱', 'é', '中')
  const limits = fc.tuple(units, lengths).map(([unit, length]) => unit.repeat(length))
  return fc.oneof(
    ...(typeof pattern === 'string' ? matchingStrings(pattern) : []),
    limits,
    fc.string({ unit: 'grapheme', maxLength: Math.min(max + 1, 40) }),
    codePoints,
    fc.array(specialTexts, { maxLength: 4 }).map((parts) => parts.join('')),
  )
}

/** fast-check 4 does not support lookarounds: some of the strings that match the pattern without them are valid. */
function matchingStrings(pattern: string): fc.Arbitrary<string>[] {
  const without = pattern.replaceAll(/\(\?<?[=!](?:[^()\\]|\\.)*\)/g, '')
  try {
    return [fc.stringMatching(new RegExp(without, 'u'))]
  } catch {
    return []
  }
}

// `fc.string({ unit: 'binary' })` takes a second to build a table of all code points.
const codePoints = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 8 })
  .map((points) => String.fromCodePoint(...points))

// Strings that often cause defects: white space, control characters, lone surrogates, bidi marks, combining marks, markup.
const specialTexts = fc.constantFrom(
  ...[' ', '\u00a0', '\u2028', '\ufeff', '\u0000', '\u001f', '\u007f', '\u0085', '\ud83c', '\udf31', '\u202e'],
  ...['e\u0301', '👩‍🌾', '\uffff', "'; --", '<b>', '%', '\\', '"', '$&', 'ﷺ'],
)

/** Strings that a service must store unchanged. */
export const unusualTexts = [
  '  A name in spaces  ',
  'e\u0301 decomposed',
  'é composed',
  '🌱'.repeat(200),
  '中'.repeat(200),
  '\u{10ffff}'.repeat(200),
  `a${'\u0301'.repeat(60)}`,
  `<b>&amp;</b> "quoted" 'single' \\ % + ; -- \``,
  '👩🏽‍🌾 🏳️‍🌈 ﷺ \u202eabc\u202c \u00a0x\u2028b\u2029c',
  'שלום \u2067مرحبا\u2069',
  '\ufdd0\ufdef\ufffe\uffff\u{1fffe}\u{1ffff}\u{10fffe}',
  '\ue000\u{f0000}\ud7ff\uf900',
  '\\u0000 \\x00 \\N {a,"b",NULL} $1 ?1 :a @b %_',
  'NULL',
  'ﬁ İ ß ẞ K',
]
