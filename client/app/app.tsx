// The page: a greeting, add, search, and the list.
import { type ComponentType, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { AddPlant, openAddForm } from './add-plant.tsx'
import { choose, useOnline, useOpenPlant } from './browser-state.ts'
import { QuietButton } from './button.tsx'
import { explain } from './explain.ts'
import { ExportPlants } from './export-plants.tsx'
import { focusSearch } from './filters.tsx'
import { Greeting, Leaf } from './greeting.tsx'
import type { SignIn } from './identity-provider.ts'
import { useNotify } from './notice.tsx'
import { PlantList } from './plant-list.tsx'
import { useShortcuts } from './use-shortcuts.ts'

interface AppProps extends Pick<SignIn, 'signInAgain' | 'signOutText'> {
  onSignOut: () => void
}

interface DialogProps extends Pick<AppProps, 'signOutText' | 'onSignOut'> {
  onClose: () => void
}

export function App({ signInAgain, ...signingOut }: AppProps) {
  const [dialog, setDialog] = useState<ReactNode>()
  const isOnline = useOnline()
  const openPlant = useOpenPlant()
  const notify = useNotify()
  const open = (loading: Promise<{ default: ComponentType<DialogProps> }>) =>
    void loading.then(
      ({ default: Dialog }) => setDialog(<Dialog {...signingOut} onClose={() => setDialog(undefined)} />),
      (error) => notify(explain(error)),
    )
  const openImport = () => open(import('./import-plants.tsx'))
  const openShortcuts = () => open(import('./shortcuts.tsx'))

  const inList = (focus: () => void) => () => {
    flushSync(() => choose('plant', undefined))
    focus()
  }
  const search = inList(focusSearch)
  useShortcuts({ n: inList(openAddForm), '/': search, 'ctrl+k': search, '?': openShortcuts })

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
          <QuietButton onClick={openShortcuts}>Shortcuts</QuietButton>
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
        {!openPlant && <Greeting />}
        <AddPlant isHidden={openPlant !== undefined} />
        <PlantList onImport={openImport} />
      </main>
      {dialog}
    </>
  )
}
