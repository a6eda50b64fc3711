import { expect, it } from 'vitest'
import { escapeToken, truncate } from '../../../core/contract/json-pointer.ts'

it('a token is escaped', () => expect(escapeToken('a/b~c~1/')).toBe('a~1b~0c~01~1'))

const long = 'x'.repeat(498)

it.each([
  [`${long}x~`, `${long}x~`],
  [`${long}~~1`, `${long}~`],
  [`${long}x~1`, `${long}x`],
  [`~1${long}~1`, `~1${long}`],
  [`${long}x🌵`, `${long}x`],
  [`${long}🌵x`, `${long}🌵`],
])('500 characters are kept, but no half of an escape or a surrogate pair: %j', (name, expected) => {
  expect(truncate(name)).toBe(expected.slice(0, 500))
})
