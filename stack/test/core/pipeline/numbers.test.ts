// Which numbers a request may have.
import { expect, it } from 'vitest'
import { numberError } from '../../../core/pipeline/numbers.ts'

it.each([
  ...['0', '-0', '1.5', '1.0', '9007199254740991', '-9007199254740992', '9007199254740992.0'],
  // Doubles that responses write with these digits.
  ...['100000000000000000000', '1e20', '123456789012345680000', '1e23', '1000000000000000000000000', '1e300'],
  // The exact value of the double 1e23.
  '99999999999999991611392',
  // The nearest double is meant.
  ...['0.290000000000000000001', '9.007199254740993e15', '9007199254740993.5'],
])('%s is kept, or becomes the nearest double', (literal) => {
  expect(numberError(literal)).toBeUndefined()
  expect(numberError(JSON.stringify(Number(literal)))).toBeUndefined()
})

it.each([
  ['9007199254740993', 9007199254740992],
  ['-9007199254740993', -9007199254740992],
  ['9007199254740993.00', 9007199254740992],
  ['9223372036854775807', 2 ** 63],
  ['9'.repeat(30), 1e30],
  ['123456789012345678901', 123456789012345680000],
])('%s is refused, because a double changes it', (literal, changed) => {
  expect(numberError(literal)).toBe(`must not be an integer that changes to ${changed} as a double`)
})

it.each(['1e400', '-1e400', '9'.repeat(400)])('%s is refused, because it is beyond all doubles', (literal) => {
  expect(numberError(literal)).toBe('must not be a number beyond ±1.7976931348623157e+308')
})
