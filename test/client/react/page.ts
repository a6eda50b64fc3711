// A page with every hook, for a browser: what it shows is what the tests look at.
import { createPlantClient, type Plant, ProblemError } from '@plant-collection/client'
import {
  PlantsProvider,
  showUpdate,
  useCreatePlant,
  useDeletePlant,
  usePlant,
  usePlants,
  useUpdatePlant,
} from '@plant-collection/client/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement as element, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

const given = new URLSearchParams(location.search)

const button = (name: string, onClick: () => void) => element('button', { type: 'button', onClick }, name)

function told(error: Error | null): string {
  return error instanceof ProblemError ? `${error.status} ${error.problem.type}` : String(error ?? '')
}

/** A row that disappears with its mutation. */
function Deletion({ plant: { id, name }, onError }: { plant: Plant; onError: (error: Error) => void }) {
  const deletion = useDeletePlant({ onError })
  return button(`Delete row ${name}`, () => deletion.mutate({ id }))
}

function Collection({ choose }: { choose: (id: string) => void }) {
  const [refused, setRefused] = useState<Error | null>(null)
  const [isEnabled, enable] = useState(!given.has('disabled'))
  const query = usePlants({ limit: 2 }, { enabled: isEnabled })
  const { data = [], hasNextPage, fetchNextPage, error, isFetching } = query
  const creation = useCreatePlant()
  const deletion = useDeletePlant()
  const row = ({ id, name, ...plant }: Plant) =>
    element(
      'li',
      { key: id, title: name },
      element('span', { onClick: () => choose(id) }, name),
      button(`Delete ${name}`, () => deletion.mutate({ id })),
      element(Deletion, { plant: { id, name, ...plant }, onError: setRefused }),
    )
  return element(
    'section',
    { 'aria-busy': isFetching },
    element('ul', null, data.map(row)),
    button('Read', () => enable(true)),
    button('Add', () => creation.mutate({ name: 'Fern' })),
    hasNextPage && button('More', () => void fetchNextPage()),
    element('output', null, told(error ?? creation.error ?? deletion.error ?? refused)),
  )
}

function Detail({ id }: { id: string }) {
  const { data: seen, error } = usePlant(id)
  const update = useUpdatePlant({
    onMutate: (variables, { client: queryClient }) => showUpdate(queryClient, variables),
    onError: (_, __, rollback) => rollback?.(),
  })
  const deletion = useDeletePlant()
  return element(
    'article',
    null,
    element('h1', null, seen?.plant.name),
    seen && button('Rename', () => update.mutate({ seen, change: { name: 'Renamed' } })),
    seen && button('Delete as seen', () => deletion.mutate({ seen })),
    element('output', null, told(error ?? update.error ?? deletion.error)),
  )
}

function App() {
  const [isShown, setShown] = useState(true)
  const [chosen, choose] = useState<string>()
  return element(
    'main',
    null,
    button('Hide', () => setShown(false)),
    isShown && element(Collection, { choose }),
    isShown && chosen !== undefined && element(Detail, { id: chosen }),
  )
}

const client = createPlantClient({
  baseUrl: given.get('url') ?? '',
  token: given.get('token') ?? '',
  retry: { firstDelayMs: 1 },
})
const root = createRoot(document.body.appendChild(document.createElement('div')))
const providers = element(
  QueryClientProvider,
  // Quiet windows do not fetch, so that each request has one cause.
  { client: new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false } } }) },
  element(PlantsProvider, { client }, element(App)),
)
root.render(element(StrictMode, null, providers))
