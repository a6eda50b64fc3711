// Bodies whose values a service has no reason to change: visible ASCII, no odd white space.
import * as fc from 'fast-check'
import type { Schema } from '../contract/schema.ts'
import { isValid, valid } from '../requests/values.ts'

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
