import { expect, it } from 'vitest'
import { detailOf, requireValid } from '../../../../server/core/contract/validator.ts'

const mismatch = 'does not match the documented format'

it.each([
  ['date', 'must be a date like 2026-01-31'],
  ['date-time', 'must be a time like 2026-01-31T12:00:00Z'],
  ['uuid', mismatch],
])('says what a value of the format %s looks like', (format, detail) => {
  expect(detailOf({ keyword: 'format', message: `must match format "${format}"` })).toBe(detail)
})

it('says what is wrong with half an emoji', () => {
  const errors = [{ pointer: '/name', detail: mismatch }]
  expect(() => requireValid([], { name: 'a\ud800' })).toThrow(expect.objectContaining({ errors }))
})
