// The texts of a form, and what is wrong with them: by the rules while typing, and by the service after sending.
import { fieldErrorsOf, type PlantClientError } from '@plant-collection/client'
import { useRef, useState } from 'react'
import { errorsIn, type FieldErrors, type FieldName, type FieldTexts, fieldNames, sentences } from './field-rules.ts'

export type PlantForm = ReturnType<typeof usePlantForm>

export const emptyTexts: FieldTexts = { name: '', tag: '' }

/** @param original The texts of fields in which the person has typed nothing. They may change. */
export function usePlantForm(original: FieldTexts) {
  const [typed, setTyped] = useState<Partial<FieldTexts>>({})
  const texts = { name: typed.name ?? original.name, tag: typed.tag ?? original.tag }
  const [touched, setTouched] = useState<FieldName[]>([])
  const [refused, setRefused] = useState<FieldErrors>({})
  /** For the `form` element, so that fields can get the focus. */
  const element = useRef<HTMLFormElement>(null)
  const ruleErrors = errorsIn(texts)
  const shown = Object.entries(ruleErrors).filter(([name]) => touched.some((field) => field === name))
  /** Of fields that the person has changed, or of all after an attempt to send. */
  const errors: FieldErrors = { ...refused, ...Object.fromEntries(shown) }
  const changed = fieldNames.filter((name) => texts[name] !== original[name])
  /** Only the texts that differ from the original. */
  const changes: Partial<FieldTexts> = Object.fromEntries(changed.map((name) => [name, texts[name]]))

  function focus(field: FieldName | undefined) {
    const input = field && element.current?.elements.namedItem(field)
    if (input instanceof HTMLInputElement) input.focus()
  }

  return {
    element,
    texts,
    /** Whether the person has typed other texts than those of the original at that time. */
    isTyped: Object.keys(typed).length > 0,
    changes,
    errors,
    hasErrors: Object.keys(errors).length > 0,
    set(field: FieldName, text: string) {
      setTyped(({ [field]: _, ...others }) => (text === original[field] ? others : { ...others, [field]: text }))
      setTouched((before) => [...before, field])
      setRefused(({ [field]: _, ...others }) => others)
    },
    focus,
    /** Shows all errors, and moves the focus to the first one. @returns Whether the texts may be sent. */
    check(): boolean {
      setTouched(fieldNames)
      const invalid = fieldNames.find((name) => ruleErrors[name])
      focus(invalid)
      return invalid === undefined
    },
    /** Shows what the service says about fields, and moves the focus to the first of them. */
    refuse(error: PlantClientError) {
      const refusals = sentences(fieldErrorsOf(error))
      setRefused(refusals)
      focus(fieldNames.find((name) => refusals[name]))
    },
    /** Removes what the person has typed. */
    reset() {
      setTyped({})
      setTouched([])
      setRefused({})
    },
  }
}
