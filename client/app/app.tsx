// The page: the form that adds a plant, and the list.
import { type ComponentType, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { Leaf } from './about.tsx'
import { AddPlant } from './add-plant.tsx'
import { choose, useOnline, useOpenPlant, useWindowEvent } from './browser-state.ts'
import { QuietButton } from './button.tsx'
import { explain } from './explain.ts'
import { ExportPlants } from './export-plants.tsx'
import { focusSearch } from './filters.tsx'
import type { SignIn, SigningOut } from './identity-provider.ts'
import { useNotify } from './notice.tsx'
import { PlantList } from './plant-list.tsx'

export function App({ signInAgain, ...signingOut }: Pick<SignIn, 'signInAgain'> & SigningOut) {
  const [dialog, setDialog] = useState<ReactNode>()
  const isOnline = useOnline()
  const openPlant = useOpenPlant()
  const notify = useNotify()
  const open = (loading: Promise<{ default: ComponentType<SigningOut & { onClose: () => void }> }>) =>
    void loading.then(
      ({ default: Dialog }) => setDialog(<Dialog {...signingOut} onClose={() => setDialog(undefined)} />),
      (error) => notify(explain(error)),
    )
  const openImport = () => open(import('./import-plants.tsx'))

  // Ctrl+K, or Command+K on a Mac, types no text, so it works in a field, too.
  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey || dialog) return
    event.preventDefault()
    flushSync(() => choose('plant', undefined))
    focusSearch()
  })

  return (
    <>
      <a className="visually-hidden" href="#your-plants">
        Skip to your plants
      </a>
      <header>
        <h1>
          <Leaf />
          Plant collection
        </h1>
        <nav aria-label="Collection">
          <QuietButton onClick={openImport}>Import</QuietButton>
          <ExportPlants />
          <QuietButton onClick={() => open(import('./shortcuts.tsx'))}>Shortcuts</QuietButton>
          {signInAgain && (
            <QuietButton onClick={() => signInAgain().catch((error) => notify(error.message))}>
              Sign in again
            </QuietButton>
          )}
          <a className="quiet" href="docs">
            Docs
          </a>
          <QuietButton onClick={() => open(import('./sign-out.tsx'))}>Sign out</QuietButton>
        </nav>
      </header>
      <main>
        {!isOnline && (
          <p className="banner" role="status">
            You are offline. You can read what is here; changes need a connection.
          </p>
        )}
        <AddPlant isHidden={openPlant !== undefined} />
        <PlantList onImport={openImport} />
      </main>
      {dialog}
    </>
  )
}
