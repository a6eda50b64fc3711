// Values for the schemas of the contract. The keywords give values near the limits; an independent validator then sorts
// them into valid and invalid ones.
import * as fc from 'fast-check'
import { InvalidSetting } from '../../environment.ts'
import { isObject, type Schema } from '../contract/schema.ts'
import { byType, otherTypes } from './scalars.ts'

export function valid(schema: Schema | undefined): fc.Arbitrary<unknown> {
  return schema === undefined ? fc.constant(undefined) : validFor(schema)
}

const validFor = memoize((schema: Schema) => matching(schema, true))
export const invalid = memoize((schema: Schema) => matching(schema, false))

/** @throws {NoValue} when it is drawn, if there is no such value among those near the limits. */
function matching(schema: Schema, isWanted: boolean): fc.Arbitrary<unknown> {
  return limited(schema, near(schema) ?? otherTypes, (value) => isValid(schema, value) === isWanted, isWanted)
}

/**
 * Values on both sides of the limits, with valid values inside of them, and values of other types.
 * @param ancestors The schemas around this one. @returns `undefined` for one of them, because values end.
 */
function near(schema: Schema, ancestors: string[] = []): fc.Arbitrary<unknown> | undefined {
  const { properties, keywords } = schema
  const { enum: choices = 'const' in keywords ? [keywords.const] : undefined, type } = keywords
  if (ancestors.includes(schema.resolved)) return undefined
  const inside = (part: Schema) => near(part, [...ancestors, schema.resolved])
  const validInside = (part: Schema) => {
    const values = inside(part)
    return values && limited(part, values, (value) => isValid(part, value))
  }
  if (type === 'array' && 'items' in keywords) {
    const { minItems = 0, maxItems = Number(minItems) + 3 } = keywords
    const items = validInside(schema.at('items'))
    const [minLength, maxLength] = [Number(minItems), Math.max(Number(minItems), Number(maxItems))]
    return withOtherTypes(items === undefined ? fc.constant([]) : fc.array(items, { minLength, maxLength }))
  }
  const parts = schema.parts(['allOf'])
  if (parts.length > 0 && parts.every((part) => hasProperties(part))) {
    const all = parts.flatMap((part) => validInside(part) ?? [])
    return withOtherTypes(fc.tuple(...all).map((values): unknown => Object.assign({}, ...values)))
  }
  if (properties.length === 0 && schema.parts().length > 0) {
    const ending = schema.parts().flatMap((part) => inside(part) ?? [])
    return ending.length === 0 ? undefined : fc.oneof(...ending)
  }
  if (Array.isArray(choices))
    return fc.constantFrom<unknown>(...choices, ...choices.map((choice) => `${choice}x`), '', null)
  if (properties.length > 0) {
    const all = properties.map(({ name, schema: property }) => [name, validInside(property)] as const)
    const ending = all.flatMap(([name, values]) => (values === undefined ? [] : [[name, values] as const]))
    const requiredKeys = properties.filter(({ required }) => required).map(({ name }) => name)
    // A schema that requires itself has no finite value.
    if (requiredKeys.some((required) => !ending.some(([name]) => name === required))) return undefined
    return withOtherTypes(fc.record(Object.fromEntries(ending), { requiredKeys, noNullPrototype: true }))
  }
  const typed = [type].flat().flatMap((name) => byType[String(name)]?.(keywords) ?? [])
  if (typed.length > 0) return withOtherTypes(fc.oneof(...typed))
  return type === undefined ? fc.oneof(otherTypes, byType.string?.(keywords) ?? otherTypes) : otherTypes
}

function withOtherTypes(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: values }, { weight: 1, arbitrary: otherTypes })
}

function hasProperties(schema: Schema, ancestors: string[] = []): boolean {
  if (ancestors.includes(schema.resolved)) return false
  const around = [...ancestors, schema.resolved]
  return schema.properties.length > 0 || schema.parts().some((part) => hasProperties(part, around))
}

/** One value, the same each time. */
export function sample<T>(values: fc.Arbitrary<T>): T | undefined {
  return fc.sample(values, { seed: 1, numRuns: 1 })[0]
}

const maxTries = 10_000

/** The tester finds no value that a schema allows or refuses, or no body that a service accepts: a test is omitted. */
export class NoValue extends InvalidSetting {}

/** What a function returns, or the reason if the tester does not find a value for it. */
export function valueOrReason<T>(find: () => T): T | string {
  try {
    return find()
  } catch (error) {
    if (error instanceof NoValue) return error.message
    throw error
  }
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
    const isMatch = isFound(value)
    tries = isMatch ? 0 : tries + 1
    if (tries < maxTries) return isMatch
    throw new NoValue(`the contract tester finds no ${isValidWanted ? 'valid' : 'invalid'} value of ${schema.pointer}`)
  })
}

/** Remembers what it has built: it takes longer to build an arbitrary than to sample it. */
export function memoize<Key extends object, Value>(build: (key: Key) => Value): (key: Key) => Value {
  const built = new WeakMap<Key, Value>()
  return (key) => {
    const known = built.get(key) ?? build(key)
    built.set(key, known)
    return known
  }
}

export function isValid(schema: Schema | undefined, value: unknown): boolean {
  if (schema === undefined || value === undefined) return schema === value
  return !hasExcludedText(value) && schema.isValid(value)
}

/** docs/contract.md excludes these texts, also inside of a value; no pattern can do so for every language. */
function hasExcludedText(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed() || value.includes('\0')
  return isObject(value) && Object.entries(value).some((entry) => entry.some(hasExcludedText))
}
