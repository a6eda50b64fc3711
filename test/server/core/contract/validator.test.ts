import { expect, it } from 'vitest'
import { detailOf, requireValid, type Violation } from '../../../../server/core/contract/validator.ts'

const mismatch = 'does not match the documented format'

it.each([
  ['date', 'must be a date like 2026-01-31'],
  ['date-time', 'must be a time like 2026-01-31T12:00:00Z'],
  ['uuid', mismatch],
])('says what a value of the format %s looks like', (format, detail) => {
  expect(detailOf({ keyword: 'format', message: `must match format "${format}"` })).toBe(detail)
})

it.each([
  ['pattern', mismatch],
  ['required', 'is required'],
  ['additionalProperties', 'is not a documented property'],
  ['maxLength', 'must have 2'],
])('says in plain words what breaks the keyword %s', (keyword, detail) => {
  expect(detailOf({ keyword, message: 'must have 2' })).toBe(detail)
})

it('names each field once, with its first violation, where it is in the request', () => {
  const violation = { keyword: 'required', message: '' }
  const violations: Violation[] = [
    { ...violation, in: 'header', name: 'If-Match' },
    { ...violation, in: 'parameter', name: 'limit' },
    { ...violation, in: 'parameter', name: 'limit', keyword: 'pattern' },
    { ...violation, in: 'body', name: '/name' },
  ]
  const detail = 'is required'
  const errors = [
    { header: 'If-Match', detail },
    { parameter: 'limit', detail },
    { pointer: '/name', detail },
  ]
  expect(() => requireValid(violations, { path: {}, query: {}, body: {} })).toThrow(expect.objectContaining({ errors }))
})

it.each(['a\ud800', '\0', 'a\0b'])('refuses a text that no database can keep, wherever it is: %j', (text) => {
  const errors = [
    { parameter: 'id', detail: mismatch },
    { parameter: 'tag', detail: mismatch },
    { pointer: '/name', detail: mismatch },
  ]
  const parts = { path: { id: text }, query: { limit: 1, tag: text }, body: { name: text, tag: 'ok' } }
  expect(() => requireValid([], parts)).toThrow(expect.objectContaining({ errors }))
})
