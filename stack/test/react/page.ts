// A page with every hook, for a browser: what it shows is what the tests look at.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement as element, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createLampClient, type Lamp, ProblemError } from '../support/lamp-client.ts'
import {
  LampsProvider,
  showUpdate,
  useCreateLamp,
  useDeleteLamp,
  useLamp,
  useLampEdit,
  useLamps,
  useUpdateLamp,
} from '../support/lamp-hooks.ts'

const given = new URLSearchParams(location.search)

const button = (name: string, onClick: () => void) => element('button', { type: 'button', onClick }, name)

function told(error: Error | null): string {
  return error instanceof ProblemError ? `${error.status} ${error.problem.type}` : String(error ?? '')
}

/** A row that disappears with its mutation. */
function Deletion({ lamp: { id, name }, onError }: { lamp: Lamp; onError: (error: Error) => void }) {
  const deletion = useDeleteLamp({ onError })
  return button(`Delete row ${name}`, () => deletion.mutate({ id }))
}

function Collection({ choose }: { choose: (id: string) => void }) {
  const [refused, setRefused] = useState<Error | null>(null)
  const [isEnabled, enable] = useState(!given.has('disabled'))
  const query = useLamps({ limit: 2 }, { enabled: isEnabled })
  const { data = [], hasNextPage, fetchNextPage, error } = query
  const creation = useCreateLamp()
  const row = ({ id, name, ...lamp }: Lamp) =>
    element(
      'li',
      { key: id, title: name },
      element('span', { onClick: () => choose(id) }, name),
      element(Deletion, { lamp: { id, name, ...lamp }, onError: setRefused }),
    )
  return element(
    'section',
    null,
    element('ul', null, data.map(row)),
    button('Read', () => enable(true)),
    button('Add', () => creation.mutate({ name: 'Desk' })),
    hasNextPage && button('More', () => void fetchNextPage()),
    element('output', null, told(error ?? creation.error ?? refused)),
  )
}

function Detail({ id }: { id: string }) {
  const { data: seen, error } = useLamp(id)
  const update = useUpdateLamp({
    onMutate: (variables, { client: queryClient }) => showUpdate(queryClient, variables),
    onError: (_, __, rollback) => rollback?.(),
  })
  return element(
    'article',
    null,
    element('h1', null, seen?.lamp.name),
    seen && button('Rename', () => update.mutate({ seen, change: { name: 'Renamed' } })),
    element('output', null, told(error ?? update.error)),
  )
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
  return element(
    'main',
    null,
    element(Collection, { choose }),
    chosen !== undefined && element(given.has('edit') ? Edit : Detail, { id: chosen }),
  )
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
