// A form for plants: Enter sends it if its texts are valid, Escape cancels it.
import type { ComponentProps } from 'react'
import type { PlantForm } from './plant-form.ts'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'form'> {
  form: PlantForm
  onSend: () => void
  onCancel?: () => void
}

export const Form = ({ form, onSend, onCancel, ...others }: FormProps) => (
  <form
    ref={form.element}
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      if (form.check()) onSend()
    }}
    onKeyDown={({ key }) => key === 'Escape' && onCancel?.()}
    {...others}
  />
)
