// The texts of a form, and what is wrong with them: by the rules while typing, and by the service after sending.
import type { PlantClientError } from '@plant-collection/client'
import { type RefObject, useRef, useState } from 'react'
import { fieldErrorsOf } from './explain.ts'
import { errorsIn, type FieldErrors, type FieldName, type FieldTexts, fieldNames } from './field-rules.ts'

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
  reset: (texts: FieldTexts) => void
  /** The texts that the form started with, or those of the newer plant. */
  original: FieldTexts
  /** Only the texts that the person has changed. */
  changes: Partial<FieldTexts>
  /** Shows a newer version of the plant. Texts that the person has changed stay. */
  showNewer: (newer: FieldTexts) => void
}

export const emptyTexts: FieldTexts = { name: '', tag: '' }

export function usePlantForm(initial: FieldTexts): PlantForm {
  const [{ original, texts }, setTexts] = useState({ original: initial, texts: initial })
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
    original,
    changes: Object.fromEntries(
      fieldNames.filter((name) => texts[name] !== original[name]).map((name) => [name, texts[name]]),
    ),
    errors,
    hasErrors: Object.keys(errors).length > 0,
    set(field, text) {
      setTexts((before) => ({ ...before, texts: { ...before.texts, [field]: text } }))
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
      const refusals = fieldErrorsOf(error)
      setRefused(refusals)
      focus(fieldNames.find((name) => refusals[name]))
    },
    reset(next) {
      setTexts({ original: next, texts: next })
      setTouched([])
      setRefused({})
    },
    showNewer(newer) {
      setTexts((before) => {
        const textOf = (name: FieldName) => (before.texts[name] === before.original[name] ? newer : before.texts)[name]
        return { original: newer, texts: { name: textOf('name'), tag: textOf('tag') } }
      })
    },
  }
}
