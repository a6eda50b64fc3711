// The numbers that a request may have: JSON.parse changes others without an error (RFC 7493, 2.2).

/**
 * @param literal A JSON number.
 * @returns What is wrong with the number, to be read after its name; `undefined` if JSON.parse keeps it, or the nearest double.
 */
export function numberError(literal: string): string | undefined {
  const value = Number(literal)
  if (!Number.isFinite(value)) return `must be between -${Number.MAX_VALUE} and ${Number.MAX_VALUE}`
  const isInteger = /^-?\d+$/.test(literal)
  if (!isInteger || Number.isSafeInteger(value)) return undefined
  return `must be between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`
}
