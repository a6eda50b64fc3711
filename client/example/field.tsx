// A labelled text field, with what is wrong or how much fits beside it.
import { type Ref, useId } from 'react'
import type { FieldName } from './field-rules.ts'
import { hintFor } from './field-rules.ts'

interface FieldProps {
  field: FieldName
  label: string
  value: string
  error: string | undefined
  onChange: (text: string) => void
  placeholder?: string
  suggestions?: string | undefined
  input?: Ref<HTMLInputElement>
}

export function Field({ field, label, value, error, onChange, placeholder, suggestions, input }: FieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        ref={input}
        name={field}
        dir="auto"
        autoComplete="off"
        value={value}
        placeholder={placeholder}
        list={suggestions}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-help`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-help`} className={error ? 'error' : 'hint'} aria-live="polite">
        {error ?? hintFor(field, value)}
      </p>
    </div>
  )
}
