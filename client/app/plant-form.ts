// The texts of a plant in a form, and their errors: those of the rules of the contract while the user types, and those of the
// service after the form is submitted.
import { fieldErrorIn, fieldErrorsOf, type PlantClientError, plantRules } from '@plant-collection/client'
import { useRef, useState } from 'react'
import { formatCount } from './texts.tsx'

export type FieldName = 'name' | 'tag'
export type FieldTexts = Record<FieldName, string>
type FieldErrors = Partial<Record<FieldName, string>>

export const fieldNames: FieldName[] = ['name', 'tag']
export const labels: FieldTexts = { name: 'Name', tag: 'Tag' }

export function errorsIn(texts: FieldTexts): FieldErrors {
  return toSentences(Object.fromEntries(fieldNames.map((name) => [name, fieldErrorIn(plantRules[name], texts[name])])))
}

/** Returns sentences. @param details Problems by field. Each continues the sentence that starts with the field name. */
function toSentences(details: Partial<Record<string, string>>): FieldErrors {
  return Object.fromEntries(
    fieldNames.flatMap((name) => (details[name] ? [[name, `The ${name} ${details[name]}.`]] : [])),
  )
}

/** Returns how many characters are left, if they are few. */
export function hintFor(field: FieldName, text: string): string | undefined {
  const remaining = plantRules[field].maxLength - [...text].length
  return remaining >= 0 && remaining <= 10 ? `${formatCount(remaining, 'character')} left` : undefined
}

export type PlantForm = ReturnType<typeof usePlantForm>

/**
 * @param original Texts of the fields in which the user has typed nothing. They may change.
 * @param draft Initial texts of the other fields.
 */
export function usePlantForm(original: FieldTexts, draft: Partial<FieldTexts> = {}) {
  const [typed, setTyped] = useState(draft)
  const texts = { name: typed.name ?? original.name, tag: typed.tag ?? original.tag }
  const [edited, setEdited] = useState<FieldName[]>([])
  const [serviceErrors, setServiceErrors] = useState<FieldErrors>({})
  /** Ref of the `form` element, so that fields can get the focus. */
  const element = useRef<HTMLFormElement>(null)
  const ruleErrors = errorsIn(texts)
  const visibleErrors = Object.entries(ruleErrors).filter(([name]) => edited.some((field) => field === name))
  /** Errors from the service, and of fields that the user has changed, or of all fields after an attempt to submit. */
  const errors: FieldErrors = { ...serviceErrors, ...Object.fromEntries(visibleErrors) }
  const changed = fieldNames.filter((name) => texts[name] !== original[name])
  /** Texts that differ from the original. */
  const changes: Partial<FieldTexts> = Object.fromEntries(changed.map((name) => [name, texts[name]]))

  function focus(field: FieldName | undefined) {
    const input = field && element.current?.elements.namedItem(field)
    if (input instanceof HTMLInputElement) input.focus()
  }

  return {
    element,
    texts,
    /** Texts that differed from the original when the user typed them. */
    typed,
    changes,
    errors,
    hasErrors: Object.keys(errors).length > 0,
    set(field: FieldName, text: string) {
      setTyped(({ [field]: _, ...rest }) => (text === original[field] ? rest : { ...rest, [field]: text }))
      setEdited((previous) => [...previous, field])
      setServiceErrors(({ [field]: _, ...rest }) => rest)
    },
    focus,
    /** Shows all errors, and moves the focus to the first one. @returns Whether the texts may be sent. */
    check(): boolean {
      setEdited(fieldNames)
      const invalid = fieldNames.find((name) => ruleErrors[name])
      focus(invalid)
      return invalid === undefined
    },
    /** Shows what the service says about fields, and moves the focus to the first of them. */
    showErrors(error: PlantClientError) {
      const sentences = toSentences(fieldErrorsOf(error))
      setServiceErrors(sentences)
      focus(fieldNames.find((name) => sentences[name]))
    },
    /** Removes what the user has typed. */
    reset() {
      setTyped({})
      setEdited([])
      setServiceErrors({})
    },
  }
}
