// The types of the hooks. rooms/compile.test.ts tests what an editor shows of them, ../frameworks/ what a page shows of
// their states, and ../query/ what they do to the cache.
import { expectTypeOf, it } from 'vitest'
import { useItem, useItemMutation, useItems } from '../product/generated/react/index.ts'
import { type OperationError, ProblemError } from '../support/lamp-client.ts'

function Lamps() {
  const list = useItems('/lamps', {}, {}, { enabled: false, placeholderData: (previous) => previous })
  const lamp = useItem(
    '/lamps',
    { id: 'a' },
    { refetchInterval: 1000, throwOnError: ({ name }) => name === 'TimeoutError' },
  )
  const creation = useItemMutation(
    'create',
    '/lamps',
    {},
    {
      onError: (thrown) => thrown satisfies OperationError<'createLamp'>,
    },
  )
  const update = useItemMutation(
    'update',
    '/lamps',
    {},
    {
      onMutate: async ({ change }) => ({ before: change.name }),
      onSuccess: ({ lamp }, { change }, result) => [lamp.name, change.tag, result?.before],
      onError: (error, _, result) => [error.outcome satisfies string, result?.before satisfies string | undefined],
      meta: { optimistic: true, refreshLists: false },
    },
  )
  // @ts-expect-error the key belongs to the hook
  useItems('/lamps', {}, {}, { queryKey: ['mine'] })
  // @ts-expect-error and so does the request
  useItemMutation('update', '/lamps', {}, { mutationFn: async () => {} })
  // @ts-expect-error a typo
  useItemMutation('update', '/lamps', {}, { meta: { optimistc: true } })
  // @ts-expect-error a creation is shown when the service has confirmed it
  useItemMutation('create', '/lamps', {}, { meta: { optimistic: true } })
  // @ts-expect-error the id is missing
  update.mutate({ change: {} })
  // @ts-expect-error a lamp has no colour
  update.mutate({ id: 'a', change: { colour: 'green' } })
  if (lamp.error instanceof ProblemError && lamp.error.status === 404)
    expectTypeOf(lamp.error.problem.type).toEqualTypeOf<'tag:rooms.example,2026:not-found'>()
  // @ts-expect-error a creation has no 404
  return [list, creation.error instanceof ProblemError && creation.error.status === 404]
}

it('the hooks take the options of TanStack Query, without its key and request, and have the errors of their operation', () => {
  expectTypeOf(Lamps).toBeFunction()
})
