// Checks a text of a form while a user types, with the rules that `make generate` takes from the contract.

/** The rules for a text. Lengths are in code points. */
export interface FieldRule {
  readonly minLength: number
  readonly maxLength?: number | undefined
  readonly pattern?: RegExp | undefined
  readonly patternMessage?: string
}

/**
 * Returns what is wrong with a text, as the service says it after the name of the field: `must not be empty`. `undefined` for a
 * valid text.
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
