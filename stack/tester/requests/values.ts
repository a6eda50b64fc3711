// Values for the schemas of the contract. The keywords give values near the limits; a validator that is independent of
// the service tells valid and invalid ones apart.
import * as fc from 'fast-check'
import { InvalidSetting } from '../../environment.ts'
import { isObject, type Schema } from '../contract/schema.ts'
import { byType, otherTypes } from './scalars.ts'

export function valid(schema: Schema | undefined): fc.Arbitrary<unknown> {
  return schema === undefined ? fc.constant(undefined) : validFor(schema)
}

const validFor = memoize((schema: Schema) => matching(schema, true))
export const invalid = memoize((schema: Schema) => matching(schema, false))

/** @throws {NoValue} when a value is drawn, if there is none among those near the limits. */
function matching(schema: Schema, areValid: boolean): fc.Arbitrary<unknown> {
  return limited(schema, nearLimits(schema) ?? otherTypes, (value) => isValid(schema, value) === areValid, areValid)
}

/**
 * Draws values on both sides of the limits, whose items and properties are valid, and values of other types.
 * @param ancestors The schemas around this one. @returns `undefined` for one of them, because values are finite.
 */
function nearLimits(schema: Schema, ancestors: string[] = []): fc.Arbitrary<unknown> | undefined {
  const { properties, keywords } = schema
  const { enum: choices = 'const' in keywords ? [keywords.const] : undefined, type } = keywords
  if (ancestors.includes(schema.resolved)) return undefined
  const inside = (part: Schema) => nearLimits(part, [...ancestors, schema.resolved])
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
  const parts = schema.getSubschemas(['allOf'])
  if (parts.length > 0 && parts.every((part) => hasProperties(part))) {
    const all = parts.flatMap((part) => validInside(part) ?? [])
    return withOtherTypes(fc.tuple(...all).map((values): unknown => Object.assign({}, ...values)))
  }
  if (properties.length === 0 && schema.getSubschemas().length > 0) {
    const finite = schema.getSubschemas().flatMap((part) => inside(part) ?? [])
    return finite.length === 0 ? undefined : fc.oneof(...finite)
  }
  if (Array.isArray(choices))
    return fc.constantFrom<unknown>(...choices, ...choices.map((choice) => `${choice}x`), '', null)
  if (properties.length > 0) {
    const all = properties.map(({ name, schema: property }) => [name, validInside(property)] as const)
    const finite = all.flatMap(([name, values]) => (values === undefined ? [] : [[name, values] as const]))
    const requiredKeys = properties.filter(({ required }) => required).map(({ name }) => name)
    // A schema that requires itself has no finite value.
    if (requiredKeys.some((required) => !finite.some(([name]) => name === required))) return undefined
    return withOtherTypes(fc.record(Object.fromEntries(finite), { requiredKeys, noNullPrototype: true }))
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
  return schema.properties.length > 0 || schema.getSubschemas().some((part) => hasProperties(part, around))
}

/** Returns one value, the same for each call. */
export function sample<T>(values: fc.Arbitrary<T>): T | undefined {
  return fc.sample(values, { seed: 1, numRuns: 1 })[0]
}

const maxTries = 10_000

/** The tester finds no valid or invalid value of a schema, or no body that a service accepts: a test is omitted. */
export class NoValue extends InvalidSetting {}

/** Returns the result of a function, or the message of a NoValue that it throws. */
export function valueOrReason<T>(find: () => T): T | string {
  try {
    return find()
  } catch (error) {
    if (error instanceof NoValue) return error.message
    throw error
  }
}

/** Filters values. @throws {NoValue} when a value is drawn, if 10,000 values in a row do not match. */
export function limited<T>(
  schema: Schema,
  values: fc.Arbitrary<T>,
  isMatch: (value: T) => boolean,
  shouldBeValid = true,
): fc.Arbitrary<T> {
  let tries = 0
  return values.filter((value) => {
    const isFound = isMatch(value)
    tries = isFound ? 0 : tries + 1
    if (tries < maxTries) return isFound
    throw new NoValue(`the contract tester finds no ${shouldBeValid ? 'valid' : 'invalid'} value of ${schema.pointer}`)
  })
}

/** Caches the results of a function: building an arbitrary takes longer than sampling it. */
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

/** Whether a value contains a string that docs/contract.md excludes; no pattern can do so in every language. */
function hasExcludedText(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed() || value.includes('\0')
  return isObject(value) && Object.entries(value).some((entry) => entry.some(hasExcludedText))
}
