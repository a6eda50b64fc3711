// Keyboard shortcuts. People who speak to their computer, or press keys by accident, can switch off those of one key (WCAG 2.1.4).
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useEffectEvent } from 'react'

const storedAs = 'shortcuts'

export const areShortcutsOn = () => localStorage.getItem(storedAs) !== 'off'
export const switchShortcuts = (isOn: boolean) => localStorage.setItem(storedAs, isOn ? 'on' : 'off')

/** Whether a key press is a shortcut, and not a text or a command of the browser. */
export function isShortcut({ target, ctrlKey, metaKey, altKey }: KeyboardEvent | ReactKeyboardEvent): boolean {
  const isText = target instanceof HTMLElement && target.closest('input, select, dialog') !== null
  return !isText && !ctrlKey && !metaKey && !altKey && areShortcutsOn()
}

/** @param actions By the key. */
export function useShortcuts(actions: Record<string, () => void>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actions[event.key.toLowerCase()]
    if (action === undefined || !isShortcut(event)) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
