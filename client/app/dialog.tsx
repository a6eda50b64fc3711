// A modal dialog with a title and buttons.
import './dialog.css'
import { type ReactNode, type RefObject, useEffect, useId } from 'react'

interface DialogProps {
  ref: RefObject<HTMLDialogElement | null>
  title: string
  children: ReactNode
  /** The buttons at its end. */
  actions: ReactNode
  onClose: () => void
  /** Called for Escape, if this must not close the dialog. */
  onEscape?: (() => void) | undefined
}

export function Dialog({ ref, title, children, actions, onClose, onEscape }: DialogProps) {
  const id = useId()
  useEffect(() => ref.current?.showModal(), [ref])
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={(event) => {
        if (!onEscape) return
        event.preventDefault()
        onEscape()
      }}
      onClose={onClose}
    >
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      <div className="dialog-body">{children}</div>
      <div className="actions">{actions}</div>
    </dialog>
  )
}
