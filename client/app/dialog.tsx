// A modal dialog with a title and buttons.
import './dialog.css'
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useId } from 'react'

interface DialogProps extends ComponentProps<'dialog'> {
  ref: RefObject<HTMLDialogElement | null>
  title: string
  /** The buttons at its end. */
  actions: ReactNode
}

export function Dialog({ ref, title, children, actions, ...others }: DialogProps) {
  const id = useId()
  useEffect(() => ref.current?.showModal(), [ref])
  return (
    <dialog ref={ref} aria-labelledby={id} {...others}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
      <div className="actions">{actions}</div>
    </dialog>
  )
}
