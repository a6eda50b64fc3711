// A modal dialog with a title and buttons. The last button closes it.
import './dialog.css'
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'

interface DialogProps extends ComponentProps<'dialog'> {
  ref?: RefObject<HTMLDialogElement | null>
  title: string
  /** Buttons before the last button. */
  actions?: ReactNode
  closeLabel?: string
}

export function Dialog({ ref, title, children, actions, closeLabel = 'Close', ...others }: DialogProps) {
  const id = useId()
  const defaultRef = useRef<HTMLDialogElement>(null)
  const dialog = ref ?? defaultRef
  useEffect(() => dialog.current?.showModal(), [dialog])
  return (
    <dialog ref={dialog} aria-labelledby={id} {...others}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
      <form method="dialog" className="actions">
        {actions}
        <button type="submit">{closeLabel}</button>
      </form>
    </dialog>
  )
}
