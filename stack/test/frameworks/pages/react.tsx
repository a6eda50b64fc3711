import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LampClientProvider, useLampDeletions, useLampEdit } from '../../support/lamp-hooks.ts'
import { client, id, main, onLeave, queries, show } from './page.ts'

function Page() {
  const edit = useLampEdit(id)
  const deletions = useLampDeletions()
  return show(edit, deletions)
}

const root = createRoot(main)
root.render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <LampClientProvider client={client}>
        <Page />
      </LampClientProvider>
    </QueryClientProvider>
  </StrictMode>,
)
onLeave(() => root.unmount())
