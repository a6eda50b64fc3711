// The page: a greeting, add, search, and the list.
import { usePlantDeletions } from '@plant-collection/client/react'
import { lazy, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { AddPlant } from './add-plant.tsx'
import { useOnline } from './browser-state.ts'
import { Button, QuietButton } from './button.tsx'
import { notLoaded } from './explain.ts'
import { ExportPlants } from './export-plants.tsx'
import { Greeting, Leaf } from './greeting.tsx'
import { useNotify } from './notice.tsx'
import { PlantList } from './plant-list.tsx'
import { useShortcuts } from './use-shortcuts.ts'

const load = { import: () => import('./import-plants.tsx'), shortcuts: () => import('./shortcuts.tsx') }
const dialogs = { import: lazy(load.import), shortcuts: lazy(load.shortcuts) }

/** @param signInAgain `undefined` if that is not necessary. */
export function App({ signInAgain }: { signInAgain: (() => void) | undefined }) {
  const [dialog, setDialog] = useState<keyof typeof dialogs>()
  const [isAdding, setAdding] = useState(false)
  const isOnline = useOnline()
  const notify = useNotify()
  const scroller = useRef<HTMLDivElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const deletions = usePlantDeletions({
    // To read all pages of the list again takes long for a large collection.
    meta: { refreshLists: false },
    onDeleted: ({ name }) => notify(`Deleted “${name}”.`, { isOnlyRead: true }),
  })

  const Dialog = dialog && dialogs[dialog]
  const open = (name: keyof typeof dialogs) =>
    load[name]().then(
      () => setDialog(name),
      () => notify(notLoaded),
    )

  function add() {
    flushSync(() => setAdding(true))
    document.querySelector<HTMLElement>('#add input')?.focus()
  }
  useShortcuts({ n: add, '/': () => searchField.current?.focus(), '?': () => void open('shortcuts') })

  return (
    <>
      <a className="visually-hidden" href="#your-plants">
        Skip to your plants
      </a>
      <header>
        <div className="bar">
          <h1>
            <Leaf />
            Plant collection
          </h1>
          <nav aria-label="Collection">
            <QuietButton onClick={() => void open('import')}>Import</QuietButton>
            <ExportPlants />
            <Button className="quiet wide" onClick={() => void open('shortcuts')}>
              Shortcuts
            </Button>
            {signInAgain && <QuietButton onClick={signInAgain}>Sign in again</QuietButton>}
            <a href="docs">Docs</a>
          </nav>
        </div>
      </header>
      <div className="scroller" ref={scroller}>
        <main>
          {!isOnline && (
            <p className="banner" role="status">
              You are offline. You can read what is here; changes need a connection.
            </p>
          )}
          <Greeting />
          <AddPlant isOpen={isAdding} onToggle={() => setAdding(!isAdding)} />
          <PlantList
            deletions={deletions}
            scroller={scroller}
            searchField={searchField}
            onAdd={add}
            onImport={() => void open('import')}
          />
        </main>
      </div>
      {Dialog && (
        <Suspense>
          <Dialog onClose={() => setDialog(undefined)} />
        </Suspense>
      )}
    </>
  )
}
