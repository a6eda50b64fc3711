import { expect, it } from 'vitest'
import { bodyViolation, detailOf, requireValid, type Violation } from '../../../core/contract/validator.ts'

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

it.each(['a\ud800', '\0', 'a\0b'])('refuses a string that no database can keep, wherever it is: %j', (text) => {
  const pointers = ['/name', `/${text}`, '/size/~1/1/a', `/size/~1/2/${text}`]
  const errors = [
    { parameter: 'id', detail: mismatch },
    { parameter: 'tag', detail: mismatch },
    ...pointers.map((pointer) => ({ pointer, detail: mismatch })),
  ]
  const size = { '/': ['ok', { a: text }, { [text]: null }] }
  const body = { name: text, tag: 'ok', [text]: 1, size }
  const parts = { path: { id: text }, query: { limit: 1, tag: text }, body }
  expect(() => requireValid([], parts)).toThrow(expect.objectContaining({ errors }))
})

it.each([
  ['required', { missingProperty: 'a/b' }, '/owner/a~1b'],
  ['additionalProperties', { additionalProperty: '~' }, '/owner/~0'],
  ['unevaluatedProperties', { unevaluatedProperty: 'x' }, '/owner/x'],
  ['propertyNames', { propertyName: '' }, '/owner/'],
  ['type', { type: 'object' }, '/owner'],
])('names a field below another one with a JSON Pointer, for the keyword %s', (keyword, params, name) => {
  expect(bodyViolation({ instancePath: '/owner', keyword, params, message: '' })).toMatchObject({ in: 'body', name })
})
