// A page with a list, its deletions and an edit, for a browser: what it shows is what the tests look at.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement as element, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createLampClient, type Lamp, ProblemError } from '../support/lamp-client.ts'
import { LampsProvider, useDeleteLamp, useLampEdit, useLamps } from '../support/lamp-hooks.ts'

const given = new URLSearchParams(location.search)

const button = (name: string, onClick: () => void) => element('button', { type: 'button', onClick }, name)

function told(error: Error | null): string {
  return error instanceof ProblemError ? `${error.status} ${error.problem.type}` : String(error ?? '')
}

/** A row that disappears with its mutation. */
function Deletion({ id, name }: Pick<Lamp, 'id' | 'name'>) {
  const deletion = useDeleteLamp()
  return button(`Delete row ${name}`, () => deletion.mutate({ id }))
}

function Collection({ choose }: { choose: (id: string) => void }) {
  const { data = [] } = useLamps({ limit: 2 })
  const row = ({ id, name }: Lamp) =>
    element(
      'li',
      { key: id, title: name },
      element('span', { onClick: () => choose(id) }, name),
      element(Deletion, { id, name }),
    )
  return element('section', null, element('ul', null, data.map(row)))
}

function Edit({ id }: { id: string }) {
  const { seen, newer, save, isSaving, error } = useLampEdit(id, { meta: { refreshLists: false } })
  return element(
    'article',
    { 'aria-busy': isSaving },
    element('h1', null, seen?.lamp.name),
    element('h2', null, newer?.lamp.name),
    button('Save', () => save({ tag: 'mine' })),
    element('output', null, told(error)),
  )
}

function App() {
  const [chosen, choose] = useState<string>()
  return element('main', null, element(Collection, { choose }), chosen !== undefined && element(Edit, { id: chosen }))
}

const client = createLampClient({
  baseUrl: given.get('url') ?? '',
  token: given.get('token') ?? '',
  retry: { firstDelayMs: 1 },
})
const root = createRoot(document.body.appendChild(document.createElement('div')))
const providers = element(
  QueryClientProvider,
  // Without a refetch on focus, each request has one cause.
  { client: new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: given.has('edit') } } }) },
  element(LampsProvider, { client }, element(App)),
)
root.render(element(StrictMode, null, providers))
