// The types of the hooks. test/client/app/ has what they do, in a real browser, and stack/test/query/ what they do to the cache.
import { expectTypeOf, it } from 'vitest'
import { type Lamp, type OperationError, type PagingError, ProblemError } from '../support/lamp-client.ts'
import type { SeenLamp, useCreateLamp, useLamp, useLamps, useUpdateLamp } from '../support/lamp-hooks.ts'

type Lists = typeof useLamps
type Reads = typeof useLamp
type Creates = typeof useCreateLamp
type Updates = typeof useUpdateLamp

it('the hooks have the data and the errors of their operation, which instanceof and status narrow', () => {
  expectTypeOf<ReturnType<Lists>['data']>().toEqualTypeOf<Lamp[] | undefined>()
  expectTypeOf<ReturnType<Lists>['error']>().toEqualTypeOf<OperationError<'listLamps'> | PagingError | null>()
  expectTypeOf<ReturnType<Reads>['data']>().toEqualTypeOf<SeenLamp | undefined>()
  expectTypeOf(({ error }: ReturnType<Reads>, created: ReturnType<Creates>['error']) => {
    if (error instanceof ProblemError && error.status === 404)
      expectTypeOf(error.problem.type).toEqualTypeOf<'tag:rooms.example,2026:not-found'>()
    // @ts-expect-error a creation has no 404
    return created instanceof ProblemError && created.status === 404
  }).toBeFunction()
})

it('the hooks take the input of the operation and the options of TanStack Query, and cannot replace the request', () => {
  expectTypeOf((list: Lists, lamp: Reads, update: Updates, create: Creates) => {
    list({ limit: 1, tag: 'a' }, { enabled: false, staleTime: 1000, placeholderData: (previous) => previous })
    lamp('a', { refetchInterval: 1000, throwOnError: (thrown) => thrown.name === 'TimeoutError' })
    create({ onError: (thrown) => thrown satisfies OperationError<'createLamp'> }).mutate({ name: 'a' })
    const { mutate } = update({
      onMutate: async ({ change }) => ({ before: change.name }),
      onSuccess: ({ lamp }, { change }, result) => [lamp.name, change.tag, result?.before],
      meta: { optimistic: true, refreshLists: false },
    })
    // @ts-expect-error the id is missing
    mutate({ change: {} })
    // @ts-expect-error a lamp has no colour
    mutate({ id: 'a', change: { colour: 'green' } })
    // @ts-expect-error the key belongs to the hook
    list({}, { queryKey: ['mine'] })
    // @ts-expect-error and so does the request
    update({ mutationFn: async () => {} })
    // @ts-expect-error a typing error
    update({ meta: { optimistc: true } })
    // @ts-expect-error a creation is shown when the service has confirmed it
    create({ meta: { optimistic: true } })
  }).toBeFunction()
})
