// Valid values that a service has no reason to change (visible ASCII, no odd white space), and values that break one
// keyword of a schema each.
import * as fc from 'fast-check'
import type { Schema } from '../contract/schema.ts'
import { examples } from '../requests/scalars.ts'
import { isValid, sample, valid, without } from '../requests/values.ts'

/** A valid value that differs with the number, if there are several. */
export function plainValue(schema: Schema, number: number): unknown {
  const { enum: choices, type, minLength = 0, maxLength = 40 } = schema.keywords
  if (Array.isArray(choices)) {
    const fitting = choices.filter((one) => one !== null && isValid(schema, one))
    if (fitting.length > 0) return fitting[number % fitting.length]
  }
  if (type === 'string') {
    const text = `tester ${number}`.padEnd(Number(minLength), 'a').slice(0, Number(maxLength))
    if (isValid(schema, text) && text.trim() === text) return text
  }
  const properties = schema.allProperties.filter(({ readOnly }) => !readOnly)
  const object = Object.fromEntries(properties.map(({ name, schema: one }) => [name, plainValue(one, number)]))
  if (properties.length > 0 && isValid(schema, object)) return object
  const values = fc.sample(valid(schema), { seed: number + 1, numRuns: 30 })
  return values.find((one) => one !== null && isPlain(one)) ?? values.find((one) => one !== null) ?? values[0]
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return /^[!-~]+(?: [!-~]+)*$/.test(value)
  if (Array.isArray(value)) return value.length > 0 && value.every(isPlain)
  return typeof value !== 'object' || value === null || Object.values(value).every(isPlain)
}

/** A valid value that differs from another one, if there are several. */
export function otherValue(schema: Schema, value: unknown): unknown {
  const all = Array.from({ length: 10 }, (_, index) => plainValue(schema, 100 + index))
  return all.find((one) => !isKept(value, one)) ?? value
}

/** Whether an item has the value that was sent: dates can have other texts, and objects more properties. */
export function isKept(sent: unknown, got: unknown): boolean {
  if (Object.is(sent, got) || (sent === null && got === undefined)) return true
  if (typeof sent === 'string' && typeof got === 'string') {
    const isTime = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text)
    return isTime(sent) && isTime(got) && Date.parse(sent) === Date.parse(got)
  }
  if (Array.isArray(sent) && Array.isArray(got))
    return sent.length === got.length && sent.every((one, index) => isKept(one, got[index]))
  if (typeof sent !== 'object' || typeof got !== 'object' || sent === null || got === null) return sent === got
  return Object.entries(sent).every(([name, one]) => isKept(one, Object(got)[name]))
}

interface KeywordViolation {
  /** Such as `/tags: maxItems`. */
  name: string
  value: unknown
}

/** @param value A valid value. @returns Values that differ from it in one place, which the whole schema refuses. */
export function findViolations(schema: Schema, value: unknown): KeywordViolation[] {
  return violationsAt(schema, value, '', 0).filter((one) => !schema.isValid(one.value))
}

function violationsAt(schema: Schema, value: unknown, at: string, depth: number): KeywordViolation[] {
  if (depth > 4) return []
  const own = Object.entries(ownViolations(schema, value)).flatMap(([keyword, values]) =>
    values.map((one) => ({ name: `${at}: ${keyword}`, value: one })),
  )
  const inParts = schema.parts().flatMap((part) => violationsAt(part, value, at, depth + 1))
  return [...own, ...inParts, ...violationsInside(schema, value, at, depth)]
}

function violationsInside(schema: Schema, value: unknown, at: string, depth: number): KeywordViolation[] {
  if (typeof value !== 'object' || value === null) return []
  const items = typeof schema.keywords.items === 'object' ? [{ name: '0', schema: schema.at('items') }] : []
  const properties = schema.allProperties.filter(({ readOnly }) => !readOnly)
  return (Array.isArray(value) ? items : properties).flatMap(({ name, schema: part }) => {
    const { [name]: old = sample(valid(part)) } = value as Record<string, unknown>
    return violationsAt(part, old, `${at}/${name}`, depth + 1).map((one) => {
      const copy = Array.isArray(value) ? [...value] : { ...value }
      return { ...one, value: Object.assign(copy, { [name]: one.value }) }
    })
  })
}

function ownViolations({ keywords }: Schema, value: unknown): Record<string, unknown[]> {
  const { minLength, maxLength, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = keywords
  const { minItems, maxItems, format, enum: choices, required } = keywords
  const text = typeof value === 'string' ? value : ''
  const items = Array.isArray(value) ? value : undefined
  const object = typeof value === 'object' && value !== null && items === undefined ? value : undefined
  const is = (limit: unknown): limit is number => typeof limit === 'number' && limit < 20_000
  const step = keywords.type === 'integer' ? 1 : 0.5
  return {
    type: ['type' in keywords || choices ? [null, {}, [], 'tester', 7.5, true] : []].flat(),
    enum: choices === undefined ? [] : ['tester', text.toUpperCase(), `${text} `],
    minLength: is(minLength) && minLength > 0 ? [[...text].slice(0, minLength - 1).join(''), ''] : [],
    maxLength: is(maxLength) ? [(text || 'a').padEnd(maxLength + 1, 'a'), 'a'.repeat(maxLength + 1)] : [],
    pattern: 'pattern' in keywords ? ['!', `${text}!`, ` ${text}`, `!${text}`, text.toLowerCase(), 'a'] : [],
    format: examples[String(format)] ?? [],
    minimum: is(minimum) ? [minimum - step] : [],
    maximum: is(maximum) || Number(maximum) < 2 ** 52 ? [Number(maximum) + step] : [],
    exclusiveMinimum: is(exclusiveMinimum) ? [exclusiveMinimum] : [],
    exclusiveMaximum: is(exclusiveMaximum) ? [exclusiveMaximum] : [],
    multipleOf: is(multipleOf) && typeof value === 'number' ? [value + multipleOf / 2] : [],
    minItems: items && is(minItems) ? [items.slice(0, Math.max(0, minItems - 1))] : [],
    maxItems: items && is(maxItems) ? longLists(keywords, items, maxItems + 1) : [],
    uniqueItems: items?.length && keywords.uniqueItems === true ? [[...items.slice(0, 1), ...items.slice(0, 1)]] : [],
    required: object && Array.isArray(required) ? required.map((name) => without(object, String(name))) : [],
    additionalProperties: object ? [{ ...object, 'x-tester': 'a' }] : [],
  }
}

/** Lists of a length: with the same item, and with texts or numbers that differ. */
function longLists({ items: schema }: Schema['keywords'], items: unknown[], length: number): unknown[] {
  const { type, minimum = 0, minLength = 1 } = Object(schema)
  const numbered = Array.from({ length }, (_, index) =>
    type === 'integer' || type === 'number'
      ? Number(minimum) + index
      : String.fromCharCode(97 + (index % 26)).repeat(Math.max(1, minLength) + Math.floor(index / 26)),
  )
  const [first = numbered[0]] = items
  return [numbered, Array.from({ length }, () => first)]
}
