// Keyboard shortcuts. People who speak to their computer, or press keys by accident, can switch off those of one key (WCAG 2.1.4).
import type { KeyboardEvent as ReactKeyboardEvent } from 'react'
import { useWindowEvent } from './browser-state.ts'

const storedAs = 'shortcuts'

export const areShortcutsOn = () => localStorage.getItem(storedAs) !== 'off'
export const switchShortcuts = (isOn: boolean) => localStorage.setItem(storedAs, isOn ? 'on' : 'off')

/** Whether a key press is a shortcut, and not a text or a command of the browser. */
export function isShortcut({ target, ctrlKey, metaKey, altKey }: KeyboardEvent | ReactKeyboardEvent): boolean {
  const isText = target instanceof HTMLElement && target.closest('input:not([type=checkbox]), select, dialog') !== null
  return !isText && !ctrlKey && !metaKey && !altKey && areShortcutsOn()
}

/** Whether a key is pressed with Ctrl, or Command on a Mac. It is no text, so it works in a field, too. */
const isCommand = ({ target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  ctrlKey !== metaKey && !altKey && !shiftKey && !(target instanceof HTMLElement && target.closest('dialog'))

/** @param actions By the key, such as `n` or `ctrl+k`. */
export function useShortcuts(actions: Record<string, () => void>): void {
  useWindowEvent('keydown', (event) => {
    const key = event.key.toLowerCase()
    const action = isShortcut(event) ? actions[key] : isCommand(event) ? actions[`ctrl+${key}`] : undefined
    if (action === undefined) return
    event.preventDefault()
    action()
  })
}
