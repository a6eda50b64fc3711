// Keeps the focus in the list of plants when the button or the row that has it goes.
import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** Moves the focus to the Edit button of a row, or else to its first control, or else to its text. */
export function focusRow(row: Element | null | undefined): void {
  const find = (selector: string) => row?.querySelector<HTMLElement>(selector)
  const target = find('.edit-button') ?? find('button, input') ?? find('[tabindex]')
  target?.focus()
}

/** If it has the focus when it goes, the next view of this row gets the focus, or else the next row. */
export function RowView({ children }: { children: ReactNode }) {
  const view = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const own = view.current
    return () => {
      if (!own?.contains(document.activeElement)) return
      const row = own.closest('li')
      const next = row?.nextElementSibling ?? row?.previousElementSibling
      // Later, when the next view is there. StrictMode runs this cleanup although the view stays.
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusRow(row?.isConnected ? row : next)
      })
    }
  }, [])
  return <div ref={view}>{children}</div>
}
