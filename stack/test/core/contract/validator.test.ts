import { expect, it } from 'vitest'
import { bodyViolation, detailOf } from '../../../core/contract/validator.ts'

const mismatch = 'does not match the documented format'

it.each([
  ['date', 'must be a date like 2026-01-31'],
  ['date-time', 'must be a time like 2026-01-31T12:00:00Z'],
  ['uuid', mismatch],
])('says what a value of the format %s looks like', (format, detail) => {
  expect(detailOf({ keyword: 'format', message: `must match format "${format}"` })).toBe(detail)
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
