import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ClientProvider, useItemDeletions, useItemEdit } from '../../product/generated/react/index.ts'
import { client, id, main, onLeave, queries, show } from './page.ts'

function Page() {
  const edit = useItemEdit('/lamps', { id })
  const deletions = useItemDeletions('/lamps', {})
  return show(edit, deletions)
}

const root = createRoot(main)
root.render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <ClientProvider client={client}>
        <Page />
      </ClientProvider>
    </QueryClientProvider>
  </StrictMode>,
)
onLeave(() => root.unmount())
