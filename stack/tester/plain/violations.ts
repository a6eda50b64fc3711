// Values that break one keyword of a schema each: first for the schema itself, then for what it contains.
import type { Schema } from '../contract/schema.ts'
import { examples } from '../requests/scalars.ts'
import { sample, valid, without } from '../requests/values.ts'

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
  if (Array.isArray(value)) {
    if (typeof schema.keywords.items !== 'object') return []
    const items = schema.at('items')
    const [first = sample(valid(items))] = value
    return violationsAt(items, first, `${at}/0`, depth + 1).map((one) => ({
      ...one,
      value: [one.value, ...value.slice(1)],
    }))
  }
  if (typeof value !== 'object' || value === null) return []
  return schema.allProperties
    .filter(({ readOnly }) => !readOnly)
    .flatMap(({ name, schema: property }) => {
      const { [name]: old = sample(valid(property)) } = value as Record<string, unknown>
      const inside = violationsAt(property, old, `${at}/${name}`, depth + 1)
      return inside.map((one) => ({ ...one, value: { ...value, [name]: one.value } }))
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
