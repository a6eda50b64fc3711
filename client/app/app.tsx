// The page: the header with its buttons, the form that adds a plant, and the list.
import { type ComponentType, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { Leaf } from './about.tsx'
import { AddPlant } from './add-plant.tsx'
import { setParameter, useOnline, useOpenPlantId, useWindowEvent } from './browser-state.ts'
import { QuietButton } from './button.tsx'
import { explain } from './explain.ts'
import { ExportPlants } from './export-plants.tsx'
import { focusSearch } from './filters.tsx'
import type { SignIn, SignOutProps } from './identity-provider.ts'
import { useNotify } from './notice.tsx'
import { PlantList } from './plant-list.tsx'

export function App({ signInAgain, ...signingOut }: Pick<SignIn, 'signInAgain'> & SignOutProps) {
  const [dialog, setDialog] = useState<ReactNode>()
  const isOnline = useOnline()
  const openPlantId = useOpenPlantId()
  const notify = useNotify()
  const openDialog = (dialogModule: Promise<{ default: ComponentType<SignOutProps & { onClose: () => void }> }>) =>
    void dialogModule.then(
      ({ default: Dialog }) => setDialog(<Dialog {...signingOut} onClose={() => setDialog(undefined)} />),
      (error) => notify(explain(error)),
    )
  const openImport = () => openDialog(import('./import-plants.tsx'))

  // Ctrl+K, or Command+K on a Mac, types no text, so it works in a field, too.
  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey || dialog) return
    event.preventDefault()
    flushSync(() => setParameter('plant', undefined))
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
          <QuietButton onClick={() => openDialog(import('./shortcuts.tsx'))}>Shortcuts</QuietButton>
          {signInAgain && (
            <QuietButton onClick={() => signInAgain().catch((error) => notify(error.message))}>
              Sign in again
            </QuietButton>
          )}
          <a className="quiet" href="docs">
            Docs
          </a>
          <QuietButton onClick={() => openDialog(import('./sign-out.tsx'))}>Sign out</QuietButton>
        </nav>
      </header>
      <main>
        {!isOnline && (
          <p className="banner" role="status">
            You are offline. You can read what is here; changes need a connection.
          </p>
        )}
        <AddPlant isHidden={openPlantId !== undefined} />
        <PlantList onImport={openImport} />
      </main>
      {dialog}
    </>
  )
}
