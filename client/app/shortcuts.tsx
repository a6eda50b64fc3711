// The list of keyboard shortcuts, and a switch for those of one key.
import { Dialog } from './dialog.tsx'
import { Terms } from './terms.tsx'
import { areShortcutsOn, switchShortcuts } from './use-shortcuts.ts'

const descriptions: [key: string, text: string][] = [
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
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <Terms rows={descriptions.map(([key, text]) => [<kbd>{key}</kbd>, text])} />
      <label>
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
