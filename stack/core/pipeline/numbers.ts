// The numbers that a request may have: JSON.parse changes others without an error (RFC 7493, 2.2).
import { fieldMessage } from '../contract/field-message.ts'

/**
 * @param literal A JSON number.
 * @returns What is wrong with the number, to be read after its name; `undefined` if JSON.parse keeps it, or the nearest double.
 */
export function numberError(literal: string): string | undefined {
  const value = Number(literal)
  if (!Number.isFinite(value)) return fieldMessage.tooLarge
  const [, digits] = /^-?(\d+)(?:\.0+)?$/.exec(literal) ?? []
  if (digits === undefined || Number.isSafeInteger(value) || isKept(digits, Math.abs(value))) return undefined
  return fieldMessage.changedInteger(value)
}

/** As the exact value of the double, or with the digits that responses have for it. */
function isKept(digits: string, value: number): boolean {
  return BigInt(digits) === BigInt(value) || significant(digits) === significant(String(value))
}

/** `12` for 1200 and for 1.2e+3. */
function significant(text: string): string {
  const [mantissa = ''] = text.split('e')
  const digits = mantissa.replace('.', '')
  return digits.slice(0, digits.length - trailingZeros(digits))
}

function trailingZeros(digits: string): number {
  let count = 0
  while (digits.at(-1 - count) === '0') count++
  return count
}
