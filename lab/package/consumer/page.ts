// A page with a list and an update, for a browser.
import { createPlantClient } from '@plant-collection/client'
import { PlantsProvider, usePlants, useUpdatePlant } from '@plant-collection/client/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement as element } from 'react'
import { createRoot } from 'react-dom/client'

const given = new URLSearchParams(location.search)
const client = createPlantClient({ baseUrl: given.get('url') ?? '', token: given.get('token') ?? '' })

function Collection() {
  const { data = [], fetchNextPage, error } = usePlants({ limit: 2 })
  const update = useUpdatePlant()
  const [first] = data
  const button = (name: string, onClick: () => void) => element('button', { type: 'button', onClick }, name)
  return element(
    'main',
    null,
    data.map(({ id, name }) => element('li', { key: id }, name)),
    button('More', () => void fetchNextPage()),
    first && button('Rename', () => update.mutate({ id: first.id, change: { name: 'Renamed' } })),
    element('output', null, [error, update.error].join('')),
  )
}

const page = element(PlantsProvider, { client }, element(Collection))
const root = createRoot(document.body.appendChild(document.createElement('div')))
root.render(element(QueryClientProvider, { client: new QueryClient() }, page))
