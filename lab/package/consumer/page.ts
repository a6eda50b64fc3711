// A page with a list, a creation, an update and a deletion, for a browser.
import { createPlantClient } from '@plant-collection/client'
import {
  PlantsProvider,
  useCreatePlant,
  useDeletePlant,
  usePlants,
  useUpdatePlant,
} from '@plant-collection/client/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement as element } from 'react'
import { createRoot } from 'react-dom/client'

const given = new URLSearchParams(location.search)
const client = createPlantClient({ baseUrl: given.get('url') ?? '', token: given.get('token') ?? '' })

function Collection() {
  const { data = [], fetchNextPage, error } = usePlants({ limit: 2 })
  const [creation, update, deletion] = [useCreatePlant(), useUpdatePlant(), useDeletePlant()]
  const [first, second] = data
  const button = (name: string, onClick: () => void) => element('button', { type: 'button', onClick }, name)
  return element(
    'main',
    null,
    data.map(({ id, name }) => element('li', { key: id }, name)),
    button('More', () => void fetchNextPage()),
    button('Add', () => creation.mutate({ name: 'Fern' })),
    second && button('Rename', () => update.mutate({ id: second.id, change: { name: 'Renamed' } })),
    first && button('Delete', () => deletion.mutate({ id: first.id })),
    element('output', null, [error, creation.error, update.error, deletion.error].join('')),
  )
}

const page = element(PlantsProvider, { client }, element(Collection))
const root = createRoot(document.body.appendChild(document.createElement('div')))
root.render(element(QueryClientProvider, { client: new QueryClient() }, page))
