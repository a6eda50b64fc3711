// The texts of a form, and what is wrong with them: by the rules while typing, and by the service after sending.
import { fieldErrorsOf, type PlantClientError } from '@plant-collection/client'
import { type RefObject, useRef, useState } from 'react'
import { errorsIn, type FieldErrors, type FieldName, type FieldTexts, fieldNames, sentences } from './field-rules.ts'

export interface PlantForm {
  /** For the `form` element, so that fields can get the focus. */
  element: RefObject<HTMLFormElement | null>
  texts: FieldTexts
  /** Of fields that the person has changed, or of all after an attempt to send. */
  errors: FieldErrors
  hasErrors: boolean
  set: (field: FieldName, text: string) => void
  focus: (field: FieldName) => void
  /** Shows all errors, and moves the focus to the first one. @returns Whether the texts may be sent. */
  check: () => boolean
  /** Shows what the service says about fields, and moves the focus to the first of them. */
  refuse: (error: PlantClientError) => void
  /** Removes what the person has typed. */
  reset: () => void
  /** Whether the person has typed other texts than those of the original at that time. */
  isTyped: boolean
  /** Only the texts that differ from the original. */
  changes: Partial<FieldTexts>
}

export const emptyTexts: FieldTexts = { name: '', tag: '' }

/** @param original The texts of fields in which the person has typed nothing. They may change. */
export function usePlantForm(original: FieldTexts): PlantForm {
  const [typed, setTyped] = useState<Partial<FieldTexts>>({})
  const texts = { name: typed.name ?? original.name, tag: typed.tag ?? original.tag }
  const [touched, setTouched] = useState<FieldName[]>([])
  const [refused, setRefused] = useState<FieldErrors>({})
  const element = useRef<HTMLFormElement>(null)
  const ruleErrors = errorsIn(texts)
  const shown = Object.entries(ruleErrors).filter(([name]) => touched.some((field) => field === name))
  const errors = { ...refused, ...Object.fromEntries(shown) }

  function focus(field: FieldName | undefined) {
    const input = field && element.current?.elements.namedItem(field)
    if (input instanceof HTMLInputElement) input.focus()
  }

  return {
    element,
    texts,
    isTyped: Object.keys(typed).length > 0,
    changes: Object.fromEntries(
      fieldNames.filter((name) => texts[name] !== original[name]).map((name) => [name, texts[name]]),
    ),
    errors,
    hasErrors: Object.keys(errors).length > 0,
    set(field, text) {
      setTyped(({ [field]: _, ...others }) => (text === original[field] ? others : { ...others, [field]: text }))
      setTouched((before) => [...before, field])
      setRefused(({ [field]: _, ...others }) => others)
    },
    focus,
    check() {
      setTouched(fieldNames)
      const invalid = fieldNames.find((name) => ruleErrors[name])
      focus(invalid)
      return invalid === undefined
    },
    refuse(error) {
      const refusals = sentences(fieldErrorsOf(error))
      setRefused(refusals)
      focus(fieldNames.find((name) => refusals[name]))
    },
    reset() {
      setTyped({})
      setTouched([])
      setRefused({})
    },
  }
}
