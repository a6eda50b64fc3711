// A page with a list and an edit, for a browser: what it shows is what the test looks at.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement as element, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createLampClient } from '../support/lamp-client.ts'
import { LampsProvider, useLampEdit, useLamps } from '../support/lamp-hooks.ts'

const given = new URLSearchParams(location.search)

function Collection({ choose }: { choose: (id: string) => void }) {
  const { data = [] } = useLamps({ limit: 2 })
  const rows = data.map(({ id, name }) => element('li', { key: id, onClick: () => choose(id) }, name))
  return element('ul', null, rows)
}

function Edit({ id }: { id: string }) {
  const { seen, newer, save, isSaving, error } = useLampEdit(id, { meta: { refreshLists: false } })
  return element(
    'article',
    { 'aria-busy': isSaving },
    element('h1', null, seen?.lamp.name),
    element('h2', null, newer?.lamp.name),
    element('button', { type: 'button', onClick: () => save({ tag: 'mine' }) }, 'Save'),
    element('output', null, error?.message),
  )
}

function App() {
  const [chosen, choose] = useState<string>()
  return element('main', null, element(Collection, { choose }), chosen !== undefined && element(Edit, { id: chosen }))
}

const [baseUrl, token] = [given.get('url') ?? '', given.get('token') ?? '']
const client = createLampClient({ baseUrl, token, retry: { firstDelayMs: 1 } })
const root = createRoot(document.body.appendChild(document.createElement('div')))
const lamps = element(LampsProvider, { client }, element(App))
root.render(element(StrictMode, null, element(QueryClientProvider, { client: new QueryClient() }, lamps)))
