// The list of keyboard shortcuts, and a switch for those of one key.
import { useRef } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { areShortcutsOn, switchShortcuts } from './use-shortcuts.ts'

const descriptions = [
  ['N', 'Add a plant'],
  ['/', 'Search your plants'],
  ['Ctrl K', 'Search your plants, also from a field (⌘ K on a Mac)'],
  ['E', 'Edit the plant that has the focus'],
  ['X', 'Select the plant that has the focus; with a click and Shift, all up to it'],
  ['Delete', 'Delete the plant that has the focus'],
  ['?', 'Show this list'],
  ['↑ ↓', 'Go to the previous or the next plant in the list'],
  ['Escape', 'Cancel an edit or a selection, or close a dialog'],
]

export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <Dialog
      ref={dialog}
      title="Keyboard shortcuts"
      onClose={onClose}
      actions={<Button onClick={() => dialog.current?.close()}>Close</Button>}
    >
      <dl>
        {descriptions.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <label className="switch">
        <input
          type="checkbox"
          defaultChecked={areShortcutsOn()}
          onChange={({ target }) => switchShortcuts(target.checked)}
        />
        Use the shortcuts of one key
      </label>
    </Dialog>
  )
}
