// The rules of the contract for the texts of a plant, in words for a person who types.
import { plantRules } from '@plant-collection/client'

export type FieldName = 'name' | 'tag'
export type FieldTexts = Record<FieldName, string>
export type FieldErrors = Partial<Record<FieldName, string>>

export const fieldNames: FieldName[] = ['name', 'tag']

/** @returns What is wrong with the text, and what to do; `undefined` if it is valid. */
export function errorIn(field: FieldName, text: string): string | undefined {
  const { minLength, maxLength, pattern } = plantRules[field]
  const length = measureLength(text)
  if (length > maxLength) return `Use at most ${maxLength} characters. This text has ${length}.`
  if (minLength > 0 && text.trim() === '') return 'Give the plant a name.'
  if (!pattern.test(text)) return 'Remove tabs, line breaks and other control characters.'
  return text.isWellFormed() ? undefined : 'Remove the broken character.'
}

/** How many characters fit, if that is only a few. */
export function hintFor(field: FieldName, text: string): string | undefined {
  const left = plantRules[field].maxLength - measureLength(text)
  return left >= 0 && left <= 10 ? `${left} ${left === 1 ? 'character' : 'characters'} left` : undefined
}

export function errorsIn(texts: FieldTexts): FieldErrors {
  const found = fieldNames.map((name) => [name, errorIn(name, texts[name])] as const)
  return Object.fromEntries(found.filter(([, error]) => error !== undefined))
}

export function hasSameTexts(first: FieldTexts, second: FieldTexts): boolean {
  return fieldNames.every((name) => first[name] === second[name])
}

// Code points, as in JSON Schema.
function measureLength(text: string): number {
  return [...text].length
}
