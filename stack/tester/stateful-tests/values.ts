// Small sets of values for the items of a history and for the queries of its lists: values with the same prefix, values
// that a wrong comparison confuses, and values that a link must encode.
import * as fc from 'fast-check'
import { preferredBodies } from '../cases.ts'
import { type Collection, getOrders, isSingle, type ListParameter, type Property } from '../contract/collections.ts'
import type { Schema } from '../contract/schema.ts'
import type { Fields } from '../list-model.ts'
import { unusualTexts } from '../requests/scalars.ts'
import { isValid, valid } from '../requests/values.ts'

/** Sets of strings, each for one kind of defect that confuses them. */
const texts = [
  ['fern', 'Fern', 'ferns moss', 'moss fern_ivy', 'mossy', 'f-e r/n'],
  ['a+b', 'a b', 'a&b=c', '50% #1?', '%', '_', '*', 'a;c/d', 'a,b', '"a"'],
  ['é', 'e\u0301', 'É', 'E\u0301', 'e', 'fe\u0301rn', 'férn', 'øl', 'ol', 'straße', 'strasse', 'Łz', 'lz'],
  ['Z', 'a', 'A', '\uffee', '🌵', '10', '9', '1', '01', 'x2'],
  ['', ' ', ' fern', 'fern', 'fern ', 'fern  ', 'fern\u00a0', "fern's", 'OR', 'fern OR moss', 'mo'],
  [
    'one two three four five six seven',
    'one two three nine',
    'seven',
    'pneumonoultramicroscopical',
    'pneumonoultramicroscopic',
    '中文',
    '中',
  ],
  ['ss', 'ß', 'ẞ', 'ı', 'i', 'I', 'İ', 'Å', '\u212b', 'K', '\u212a', 'ﬁ', 'fi', 'ａ', '①'],
  ['a', 'a\u00ad', 'a\u200b', 'a\u200d', 'a\ufeff', '\ufeffa', 'a\ufe0f', 'a%', 'a+'],
  unusualTexts,
]
const numbers = [10, 9, 100, 1.5, -1, 0]

/** Returns strings of the maximum length, up to 500, that differ in the last character or in the second half. */
function getLongTexts({ maxLength = 40 }: Schema['keywords']): string[] {
  const length = Math.min(Number(maxLength), 500)
  const common = 'x'.repeat(length - 1)
  return [`${common}b`, `${common}a`, `${'x'.repeat(length / 2)}${'y'.repeat(length / 2)}`]
}

export const poolCount = texts.length + 1

/** Returns values of a property that are valid in a creation or a change. @param index Index of the set of strings. */
function getPropertyValues({ schema, updateSchema }: Property, index: number): unknown[] {
  const { enum: choices = [] } = schema.keywords
  const set = texts[index] ?? getLongTexts(schema.keywords)
  const known = [...set, ...numbers, ...Object.values(Object(choices)), null, ''].filter((value) => {
    return isValid(schema, value) || isValid(updateSchema, value)
  })
  const sampled = known.length < 4 ? fc.sample(valid(schema), { seed: index, numRuns: 4 }) : []
  return [...new Map([...known, ...sampled].map((value) => [JSON.stringify(value), value])).values()]
}

/** Values by the names of the properties. */
export type Pool = Record<string, unknown[]>

/** @param indexes Indexes of sets of strings. */
export function getPool({ create, properties }: Collection, indexes: number[]): Pool {
  const preferred = preferredBodies(create).map((body): Fields => Object(body))
  const pools = properties.map((property) => {
    const { name } = property
    const examples = preferred.flatMap(({ [name]: value }) => (value === undefined ? [] : [value]))
    return [name, preferred.length > 0 ? examples : indexes.flatMap((index) => getPropertyValues(property, index))]
  })
  return Object.fromEntries(pools)
}

/** Value of a query parameter: fixed, or derived from a timestamp that the service has set in an item. */
export type QueryValue = { value: unknown } | { slot: number; field: string; toText: (time: number) => string }

/** Draws values of a list parameter. @param slots Number of items in the history. */
export function drawQueryValues(
  listParameter: ListParameter,
  pool: Pool,
  slots: number,
): fc.Arbitrary<QueryValue> | undefined {
  const values = getValues(listParameter, pool)?.filter((value) => canBeSent(listParameter, value))
  if (values !== undefined)
    return values.length === 0 ? undefined : fc.constantFrom(...values.map((value) => ({ value })))
  if (listParameter.by !== 'min' && listParameter.by !== 'max' && listParameter.by !== 'filter') return undefined
  const { field } = listParameter
  return fc.record({ slot: fc.nat({ max: slots - 1 }), field: fc.constant(field), toText: fc.constantFrom(...times) })
}

/** Returns each value of a list parameter, or each spelling of a timestamp that the service sets. */
export function getQueryValues(listParameter: ListParameter, pool: Pool): QueryValue[] {
  const values = getValues(listParameter, pool)?.filter((value) => canBeSent(listParameter, value))
  if (values !== undefined) return values.map((value) => ({ value }))
  const { by } = listParameter
  if (by !== 'min' && by !== 'max' && by !== 'filter') return []
  return times.map((toText, slot) => ({ slot, field: listParameter.field, toText }))
}

/** Returns `undefined` for a field that only the service sets. */
function getValues(listParameter: ListParameter, pool: Pool): unknown[] | undefined {
  if (listParameter.by === 'sort') return getOrders(listParameter)
  if (listParameter.by === 'count') return [true, true, true, false]
  if (listParameter.by === 'search')
    return getSearches(listParameter.fields.flatMap((field) => pool[field] ?? []).map(String))
  const values = pool[listParameter.field]
  if (values === undefined) return undefined
  if (isSingle(listParameter)) return values
  const known = values.filter((value) => value !== '' && value !== null)
  return known.flatMap((value, index) => [[value], [...new Set([value, known[index + 1] ?? known[0]])]])
}

export function canBeSent({ parameter }: ListParameter, value: unknown): boolean {
  const isAllowed = value !== '' || parameter.definition.allowEmptyValue === true
  // The query must not exceed the limit of the target.
  return isAllowed && isValid(parameter.schema, value) && encodeURIComponent(String(value)).length < 600
}

/** Returns complete strings, words in a different order, prefixes, and strings with a meaning in query languages. */
function getSearches(all: string[]): string[] {
  const words = all.flatMap((text) => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])
  // Each word gets one of these forms, so that there are not too many.
  const forms = words.flatMap((word, index) => {
    const { [(index * 5 + 3) % words.length]: otherWord = '', [index + 1]: next = '', [index + 2]: third = '' } = words
    const all = [
      word.slice(0, 1),
      word.slice(0, -1),
      word.slice(1),
      word.toUpperCase(),
      `${word} ${next} ${third} ${next}`,
    ]
    return [all[index % all.length] ?? word, combine[index % combine.length]?.(word, otherWord) ?? word]
  })
  return [...new Set([...all, ...words, ...forms, '%', '+'])].filter((text) => text !== '')
}

const combine: ((first: string, second: string) => string)[] = [
  (first, second) => `${second} ${first.slice(0, 2)}`,
  (first, second) => `${first.slice(0, 3)}, ${second}+`,
  (first, second) => `-${first} ${second}`,
  (first, second) => `${first} OR ${second}`,
  (first, second) => `${first.slice(0, -1)} ${second}`,
]

const iso = (time: number) => new Date(time).toISOString()
/** Spellings of the same time, and times before and after it. */
const times: ((time: number) => string)[] = [
  iso,
  iso,
  (time) => iso(time + 1),
  (time) => iso(time - 1),
  (time) => iso(time).replace('Z', '000001Z'),
  (time) => iso(time + 3_600_000).replace('Z', '+01:00'),
  (time) => iso(time - 1_800_000).replace('Z', '-00:30'),
  // Without trailing zeros, a fraction of a second has one digit.
  (time) => iso(Math.ceil((time + 1) / 100) * 100).replace(/00Z$/, 'Z'),
  (time) => iso(time).replace(/\.\d+/, ''),
  (time) => iso(time - 999).replace(/\.\d+/, ''),
  (time) => iso(time - 30_000 * 60),
]
