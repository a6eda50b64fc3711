// The texts of a form, and what is wrong with them: by the rules while typing, and by the service after sending.
import type { PlantClientError } from '@plant-collection/client'
import { useState } from 'react'
import { fieldErrorsOf } from './explain.ts'
import { errorsIn, type FieldErrors, type FieldName, type FieldTexts } from './field-rules.ts'

export interface PlantForm {
  texts: FieldTexts
  /** Of fields that the person has changed, or of all after an attempt to send. */
  errors: FieldErrors
  hasErrors: boolean
  set: (field: FieldName, text: string) => void
  /** Shows all errors. @returns Whether the texts may be sent. */
  check: () => boolean
  /** Shows what the service says about fields. */
  refuse: (error: PlantClientError) => void
  reset: (texts: FieldTexts) => void
}

export const emptyTexts: FieldTexts = { name: '', tag: '' }

export function usePlantForm(initial: FieldTexts): PlantForm {
  const [texts, setTexts] = useState(initial)
  const [touched, setTouched] = useState<FieldName[]>([])
  const [refused, setRefused] = useState<FieldErrors>({})
  const ruleErrors = errorsIn(texts)
  const shown = Object.entries(ruleErrors).filter(([name]) => touched.some((field) => field === name))
  const errors = { ...refused, ...Object.fromEntries(shown) }
  return {
    texts,
    errors,
    hasErrors: Object.keys(errors).length > 0,
    set(field, text) {
      setTexts((before) => ({ ...before, [field]: text }))
      setTouched((before) => [...before, field])
      setRefused(({ [field]: _, ...others }) => others)
    },
    check() {
      setTouched(['name', 'tag'])
      return Object.keys(ruleErrors).length === 0
    },
    refuse(error) {
      setRefused(fieldErrorsOf(error))
    },
    reset(next) {
      setTexts(next)
      setTouched([])
      setRefused({})
    },
  }
}
