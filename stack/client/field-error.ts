// Checks a field of a form while a user types, with the rules that `make generate` takes from the contract.

/** The rules for a string. Lengths are in code points. */
export interface FieldRule {
  readonly minLength: number
  readonly maxLength?: number | undefined
  readonly pattern?: RegExp | undefined
  readonly patternMessage?: string
}

/**
 * Returns what is wrong with a string, worded like the messages of the service, to follow the field name: `must not be empty`. Returns
 * `undefined` for a valid string.
 */
export function fieldErrorIn(
  { minLength, maxLength, pattern, patternMessage }: FieldRule,
  text: string,
): string | undefined {
  const { length } = [...text]
  if (maxLength !== undefined && length > maxLength) return `must have at most ${maxLength} characters`
  if (length < minLength) return minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`
  if (pattern?.test(text) === false) return patternMessage ?? 'does not match the documented format'
  return text.isWellFormed() ? undefined : 'must not have an unpaired surrogate'
}
