// Values for the schemas of the contract, and the ways to write a value into a request. The keywords give values near the
// limits; an independent validator then sorts them into valid and invalid ones.
import * as fc from 'fast-check'
import { InvalidSetting } from '../../environment.ts'
import type { Schema } from '../contract/schema.ts'

type Keywords = Record<string, unknown>

/** Valid values. Without a schema: no value. */
export function valid(schema: Schema | undefined): fc.Arbitrary<unknown> {
  return schema === undefined ? fc.constant(undefined) : validFor(schema)
}

const validFor = once((schema) => validBelow(schema, []) ?? matching(schema, true))

/**
 * @param above The schemas around this one.
 * @returns `undefined` for one of them: a schema that contains itself has values that end.
 */
function validBelow(schema: Schema, above: string[]): fc.Arbitrary<unknown> | undefined {
  const { properties, keywords } = schema
  if (above.includes(schema.resolved)) return undefined
  const inside = (part: Schema) => validBelow(part, [...above, schema.resolved])
  const fitting = (values: fc.Arbitrary<unknown>) => limited(schema, values, (value) => isValid(schema, value))
  if (keywords.type === 'array' && isObject(keywords.items)) {
    const { minItems = 0, maxItems = Number(minItems) + 3 } = keywords
    const items = inside(schema.at('items'))
    if (items === undefined) return fc.constant([])
    const [minLength, maxLength] = [Number(minItems), Math.max(Number(minItems), Number(maxItems))]
    return fitting(fc.array(items, { minLength, maxLength }))
  }
  const parts = partsOf(schema, 'allOf')
  if (parts.length > 0 && parts.every((part) => hasProperties(part))) {
    const all = parts.flatMap((part) => inside(part) ?? [])
    return fitting(fc.tuple(...all).map((values): unknown => Object.assign({}, ...values)))
  }
  const alternatives = [...partsOf(schema, 'oneOf'), ...partsOf(schema, 'anyOf')]
  if (properties.length === 0 && alternatives.some((part) => hasProperties(part))) {
    const ending = alternatives.flatMap((part) => inside(part) ?? [])
    return ending.length === 0 ? undefined : fitting(fc.oneof(...ending))
  }
  if (keywords.type === 'object' && properties.length === 0 && isObject(keywords.additionalProperties)) {
    const names = fc.stringMatching(/^[a-z]{5,8}$/)
    const values = inside(schema.at('additionalProperties'))
    if (values === undefined) return fc.constant({})
    return fc.dictionary(names, values, { minKeys: 1, maxKeys: 3, noNullPrototype: true })
  }
  if (properties.length === 0) return matching(schema, true, above)
  const ending = properties.flatMap(({ name, schema: property }) => {
    const values = inside(property)
    return values === undefined ? [] : [[name, values] as const]
  })
  const requiredKeys = properties.filter(({ required }) => required).map(({ name }) => name)
  // One that requires itself has no value that ends.
  if (requiredKeys.some((required) => !ending.some(([name]) => name === required))) return undefined
  return fc.record(Object.fromEntries(ending), { requiredKeys, noNullPrototype: true })
}

/** Itself, or a part of it. */
function hasProperties(schema: Schema, above: string[] = []): boolean {
  if (above.includes(schema.resolved)) return false
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => partsOf(schema, keyword))
  return schema.properties.length > 0 || parts.some((part) => hasProperties(part, [...above, schema.resolved]))
}

function partsOf(schema: Schema, keyword: string): Schema[] {
  return Object.keys(schema.keywords[keyword] ?? []).map((index) => schema.at(`${keyword}/${index}`))
}

/** Invalid values near the limits. */
export const invalid = once((schema) => matching(schema, false))

const mostTries = 10_000

/** A schema has no value of the wanted kind, or none that the contract tester finds. What needs one is not checked. */
export class NoValue extends InvalidSetting {}

/** @throws {NoValue} when it is drawn, if there is no such value among those near the limits. */
function matching(schema: Schema, isWanted: boolean, above: string[] = []): fc.Arbitrary<unknown> {
  return limited(schema, near(schema, above), (value) => isValid(schema, value) === isWanted, isWanted)
}

/** @throws {NoValue} when it is drawn, if there is no such value among many. */
export function limited<T>(
  schema: Schema,
  values: fc.Arbitrary<T>,
  isFound: (value: T) => boolean,
  isValidWanted = true,
): fc.Arbitrary<T> {
  let tries = 0
  return values.filter((value) => {
    const found = isFound(value)
    tries = found ? 0 : tries + 1
    if (tries < mostTries) return found
    throw new NoValue(`the contract tester finds no ${isValidWanted ? 'valid' : 'invalid'} value of ${schema.pointer}`)
  })
}

// It takes longer to build an arbitrary than to sample it.
export function once(build: (schema: Schema) => fc.Arbitrary<unknown>): (schema: Schema) => fc.Arbitrary<unknown> {
  const built = new WeakMap<Schema, fc.Arbitrary<unknown>>()
  return (schema) => {
    const known = built.get(schema) ?? build(schema)
    built.set(schema, known)
    return known
  }
}

export function isValid(schema: Schema | undefined, value: unknown): boolean {
  if (schema === undefined) return value === undefined
  return !hasExcludedText(value) && schema.isValid(value)
}

/** docs/contract.md excludes these texts, also inside of a value; no pattern can do so for every language. */
function hasExcludedText(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed() || value.includes('\0')
  return isObject(value) && Object.entries(value).some((entry) => entry.some(hasExcludedText))
}

/** Values on both sides of the limits, and values of other types. */
export function near(schema: Schema, above: string[] = []): fc.Arbitrary<unknown> {
  const { keywords } = schema
  // Its other parts have values that end.
  if (above.includes(schema.resolved)) return otherTypes
  const { enum: choices = 'const' in keywords ? [keywords.const] : undefined, type } = keywords
  const composing = ['oneOf', 'anyOf', 'allOf'].find((name) => Array.isArray(keywords[name]))
  if (composing !== undefined) {
    const parts = Object.keys(Object(keywords[composing])).map((index) => schema.at(`${composing}/${index}`))
    // Near the limits of each part. `matching` chooses those that fit all.
    const around = [...above, schema.resolved]
    return fc.oneof(
      ...parts.map((part) => (part.keywords.type === 'array' ? arrays(part, around) : near(part, around))),
    )
  }
  if (Array.isArray(choices)) return fc.constantFrom<unknown>(...choices, ...choices.map((one) => `${one}x`), '', null)
  const typed = [type].flat().flatMap((name) => byType[String(name)]?.(keywords) ?? [])
  if (typed.length === 0)
    return type === undefined ? fc.oneof(otherTypes, byType.string?.(keywords) ?? otherTypes) : otherTypes
  return fc.oneof({ weight: 9, arbitrary: fc.oneof(...typed) }, { weight: 1, arbitrary: otherTypes })
}

/** Valid arrays, unless their items lead back to a schema around them. */
function arrays(schema: Schema, above: string[]): fc.Arbitrary<unknown> {
  return validBelow(schema, above) ?? otherTypes
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

const otherTypes = fc.constantFrom<unknown>(null, true, 0, -1, 1.5, [], {}, ['a'], { name: 'a' })

const byType: Record<string, (keywords: Keywords) => fc.Arbitrary<unknown>> = {
  string: (keywords) => {
    const [format, example] = [formats[String(keywords.format)], examples[String(keywords.format)]]
    // Validators differ on other texts of these formats.
    if (example) return fc.constantFrom(...example)
    return format ? fc.oneof({ weight: 3, arbitrary: format }, strings(keywords)) : strings(keywords)
  },
  integer: (keywords) => fc.oneof(...integers(keywords), aroundLimits(keywords)),
  number: (keywords) => {
    const within = integers(keywords)
    const hundredths = within.map((one) => one.map((value) => value / 100))
    const numbers = fc.oneof(...hundredths, ...within, aroundLimits(keywords))
    // A schema of a number cannot say that larger integers are refused (RFC 7493, 2.2).
    return numbers.filter((value) => Number.isSafeInteger(value) || !Number.isInteger(value))
  },
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
}

function limitsOf({ minimum = -(2 ** 31), maximum = 2 ** 31 }: Keywords): { min: number; max: number } {
  return { min: Math.ceil(Number(minimum)), max: Math.floor(Number(maximum)) }
}

/** None if the minimum is above the maximum. */
function integers(keywords: Keywords): fc.Arbitrary<number>[] {
  const limits = limitsOf(keywords)
  return limits.min <= limits.max ? [fc.integer(limits)] : []
}

function aroundLimits(keywords: Keywords): fc.Arbitrary<number> {
  const { min, max } = limitsOf(keywords)
  return fc.constantFrom(min, max, min - 1, max + 1, 0 - min, 2 ** 31, 2 ** 53)
}

const dates = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
const wrongDates = ['2026-02-30', '2025-02-29', '2026-13-01', '2026-1-1', '20260101', '', 'today']

const uuid = '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'

/** Most random texts of these formats would not be valid. */
const formats: Record<string, fc.Arbitrary<string>> = {
  date: fc.oneof(
    dates.map((date) => date.toISOString().slice(0, 10)),
    fc.constantFrom(...wrongDates),
  ),
  'date-time': fc.oneof(
    dates.map((date) => date.toISOString()),
    fc.constantFrom(...wrongDates.map((date) => `${date}T00:00:00.000Z`), '2026-01-01T24:00:00.000Z', '2026-01-01'),
  ),
  uuid: fc.oneof(fc.uuid(), fc.constantFrom(uuid.slice(1), `${uuid}0`, uuid.replaceAll('-', ''), `{${uuid}}`)),
}

/** Valid texts of a format, and others that no validator takes for one. */
const examples: Record<string, string[]> = {
  time: ['12:34:56Z', '23:59:00.5+02:00', 'noon', ''],
  duration: ['P1D', 'PT36H', 'P1Y2M', '1 day', ''],
  email: ['ann@mail.example', 'a.b+c@x.example.org', 'ann', ''],
  hostname: ['mail.example.org', 'a', '-a', 'a b'],
  ipv4: ['10.1.2.3', '255.255.255.255', '256.1.1.1', ''],
  ipv6: ['::1', '2001:db8::1', '1::2::3', ''],
  uri: ['https://a.example/b?c#d', 'urn:a:b', 'a b', ''],
  'uri-reference': ['/a?b', 'https://a.example/', 'a b', '%zz'],
  byte: ['YWJj', 'YQ==', ''],
  // Nothing refuses other texts of these, and for long ones the library needs minutes.
  'idn-email': ['ann@mail.example', 'jörg@bücher.example'],
  'idn-hostname': ['mail.example.org', 'bücher.example'],
  iri: ['https://a.example/b?c#d', 'https://bücher.example/ö'],
  'iri-reference': ['/a?b', '/ö'],
  'uri-template': ['/a/{b}', 'https://a.example/{?b}'],
  'json-pointer': ['', '/a/b', '/a~1b'],
  'relative-json-pointer': ['0', '1/a', '0#'],
  regex: ['^a+$', '[a-z]'],
}

/** Of a string of a given length: a request could not have a longer one. */
const longest = 10_000

function strings({ minLength, maxLength, pattern }: Keywords): fc.Arbitrary<string> {
  const [min, max] = [Number(minLength ?? 0), Number(maxLength ?? 100)]
  // Some tools write 2147483647 for no limit.
  const lengths = fc.constantFrom(min, ...[max, max + 1, Math.max(0, min - 1)].filter((one) => one <= longest))
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

/** fast-check 4 knows no lookaheads: some of the strings without them match, too. */
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

// Texts that often cause defects: white space, controls, lone surrogates, direction marks, combining characters, markup.
const specialTexts = fc.constantFrom(
  ...[' ', '\u00a0', '\u2028', '\ufeff', '\u0000', '\u001f', '\u007f', '\u0085', '\ud83c', '\udf31', '\u202e'],
  ...['e\u0301', '👩‍🌾', '\uffff', "'; --", '<b>', '%', '\\', '"', '$&', 'ﷺ'],
)

const unreserved = /[A-Za-z0-9._~-]/
// A query may contain these unencoded (RFC 3986, 3.4). `+` means a space in forms; `&` and `=` separate pairs.
const reserved = /[:/?@!$'()*,;]/

export type Encoding = 'minimal' | 'all' | 'lower case' | 'spaces as +'
export const encodings = fc.constantFrom<Encoding>('minimal', 'all', 'lower case', 'spaces as +')

/** Percent-encoded UTF-8. Lone surrogates become bytes that are not valid UTF-8. */
export function percentEncoded(text: string, encoding: Encoding): string {
  const encoded = [...text].map((character) => {
    if (encoding !== 'all' && unreserved.test(character)) return character
    if (encoding === 'minimal' && reserved.test(character)) return character
    if (encoding === 'spaces as +' && character === ' ') return '+'
    const hex = bytes(character).map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    return encoding === 'lower case' ? hex.join('') : hex.join('').toUpperCase()
  })
  return encoded.join('')
}

function bytes(character: string): number[] {
  const code = character.codePointAt(0) ?? 0
  return character.isWellFormed()
    ? [...Buffer.from(character)]
    : [0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
}

/** Several texts of the same JSON value (RFC 8259): with white space around it, and with characters escaped. */
export function jsonTexts(value: unknown): fc.Arbitrary<string> {
  const plain = JSON.stringify(value)
  const escaped = plain.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return fc.constantFrom(plain, JSON.stringify(value, null, 2), ` \t\r\n${plain}\n `, escaped)
}

/** Whether a header can carry this text unchanged (RFC 9110, 5.5). */
export function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text) && text.trim() === text
}
