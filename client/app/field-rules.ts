// The rules of the contract for the texts of a plant, in sentences for a person who types.
import { fieldErrorIn, plantRules } from '@plant-collection/client'

export type FieldName = 'name' | 'tag'
export type FieldTexts = Record<FieldName, string>
export type FieldErrors = Partial<Record<FieldName, string>>

export const fieldNames: FieldName[] = ['name', 'tag']

export function errorsIn(texts: FieldTexts): FieldErrors {
  return sentences(Object.fromEntries(fieldNames.map((name) => [name, fieldErrorIn(plantRules[name], texts[name])])))
}

/** @param details Each goes on after the name of its field. */
export function sentences(details: Partial<Record<string, string>>): FieldErrors {
  return Object.fromEntries(
    fieldNames.flatMap((name) => (details[name] ? [[name, `The ${name} ${details[name]}.`]] : [])),
  )
}

/** How many characters fit, if that is only a few. */
export function hintFor(field: FieldName, text: string): string | undefined {
  const left = plantRules[field].maxLength - [...text].length
  return left >= 0 && left <= 10 ? `${left} ${left === 1 ? 'character' : 'characters'} left` : undefined
}

export function hasSameTexts(first: FieldTexts, second: FieldTexts): boolean {
  return fieldNames.every((name) => first[name] === second[name])
}
