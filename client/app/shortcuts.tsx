// The list of keyboard shortcuts.
import { Dialog } from './dialog.tsx'
import { Terms } from './terms.tsx'

const descriptions: [key: string, text: string][] = [
  ['Ctrl K', 'Search your plants (⌘ K on a Mac)'],
  ['↑ ↓', 'Go to the previous or the next plant in the list'],
  ['E', 'Edit the plant that has the focus'],
  ['X', 'Select the plant that has the focus (Shift and a click select a range)'],
  ['Delete', 'Delete the plant that has the focus'],
  ['Escape', 'Cancel an edit or a selection, or close a dialog'],
]

const Shortcuts = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keyboard shortcuts" onClose={onClose}>
    <Terms rows={descriptions.map(([key, text]) => [<kbd>{key}</kbd>, text])} />
  </Dialog>
)

export default Shortcuts
