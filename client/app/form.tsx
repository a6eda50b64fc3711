// A form for plants. Each field shows its error, or how many characters are left if they are few.
import { type ComponentProps, useId } from 'react'
import { type FieldName, hintFor, type PlantForm } from './plant-form.ts'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'form'> {
  form: PlantForm
  onSend: () => void
  onCancel?: () => void
}

/** Form that Enter submits and Escape cancels. */
export const Form = ({ form, onSend, onCancel, ...others }: FormProps) => (
  <form
    ref={form.element}
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      onSend()
    }}
    onKeyDown={({ key }) => key === 'Escape' && onCancel?.()}
    {...others}
  />
)

interface FieldProps {
  form: PlantForm
  field: FieldName
  label: string
  placeholder?: string
}

/** Id of the `datalist` of known tags. */
export const tagListId = 'known-tags'

export function Field({ form, field, label, placeholder }: FieldProps) {
  const id = useId()
  const value = form.texts[field]
  const error = form.errors[field]
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={field}
        dir="auto"
        autoComplete="off"
        value={value}
        placeholder={placeholder}
        list={field === 'tag' ? tagListId : undefined}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-help`}
        onChange={(event) => form.set(field, event.target.value)}
      />
      <p id={`${id}-help`} className={error ? 'error' : 'hint'} aria-live="polite">
        {error ?? hintFor(field, value)}
      </p>
    </div>
  )
}
