// The types of the hooks. test/client/app/ has what they do, in a real browser, and stack/test/query/ what they do to the cache.
import { describe, expectTypeOf, it } from 'vitest'
import {
  type ClientError,
  type Lamp,
  type LampDraft,
  type OperationError,
  type PagingError,
  ProblemError,
} from '../support/lamp-client.ts'
import type {
  SeenLamp,
  useCreateLamp,
  useDeleteLamp,
  useLamp,
  useLampEdit,
  useLamps,
  useUpdateLamp,
} from '../support/lamp-hooks.ts'

type Variables<Hook extends () => { mutate: (variables: never) => void }> = Parameters<ReturnType<Hook>['mutate']>[0]

describe('the types of the hooks', () => {
  it('have the data of the client', () => {
    expectTypeOf<ReturnType<typeof useLamps>['data']>().toEqualTypeOf<Lamp[] | undefined>()
    expectTypeOf<ReturnType<typeof useLamp>['data']>().toEqualTypeOf<SeenLamp | undefined>()
  })

  it('have the errors of their operation, which instanceof and status narrow', () => {
    type Missing = 'tag:rooms.example,2026:not-found'
    expectTypeOf<ReturnType<typeof useLampEdit>['error']>().toEqualTypeOf<OperationError<
      'getLamp' | 'updateLamp'
    > | null>()
    expectTypeOf((list: typeof useLamps, lamp: typeof useLamp, create: typeof useCreateLamp) => {
      const { error } = lamp('a', { throwOnError: (thrown) => thrown.name === 'TimeoutError' })
      expectTypeOf(error).toEqualTypeOf<OperationError<'getLamp'> | null>()
      expectTypeOf(error).toExtend<ClientError | null>()
      if (error instanceof ProblemError && error.status === 404)
        expectTypeOf(error.problem.type).toEqualTypeOf<Missing>()
      expectTypeOf(list().error).toEqualTypeOf<OperationError<'listLamps'> | PagingError | null>()
      const created = create({ onError: (thrown) => thrown satisfies OperationError<'createLamp'> }).error
      // @ts-expect-error a creation has no 404
      return created instanceof ProblemError && created.status === 404
    }).toBeFunction()
  })

  it('take the input of the operation only', () => {
    expectTypeOf<Parameters<typeof useLamps>[0]>().toEqualTypeOf<
      { limit?: number; after?: string; tag?: string } | undefined
    >()
    expectTypeOf<Variables<typeof useCreateLamp>>().toEqualTypeOf<LampDraft>()
    expectTypeOf((update: (variables: Variables<typeof useUpdateLamp>) => void) => {
      // @ts-expect-error the id is missing
      update({ change: {} })
      // @ts-expect-error a lamp has no colour
      update({ id: 'a', change: { colour: 'green' } })
    }).toBeFunction()
    expectTypeOf<{ id: string }>().toExtend<Variables<typeof useDeleteLamp>>()
    expectTypeOf<Record<never, never>>().not.toExtend<Variables<typeof useDeleteLamp>>()
  })
})

describe('the options of the hooks', () => {
  it('have the types of the hook, and cannot replace the request', () => {
    expectTypeOf(
      (list: typeof useLamps, lamp: typeof useLamp, update: typeof useUpdateLamp, create: typeof useCreateLamp) => {
        list({}, { enabled: false, staleTime: 1000, placeholderData: (previous) => previous })
        lamp('a', { enabled: false, refetchInterval: 1000 })
        update({
          onMutate: async ({ change }) => ({ before: change.name }),
          onSuccess: ({ lamp }, { change }, result) => [lamp.name, change.tag, result?.before],
          onError: (error, _, result) => [error.outcome satisfies string, result?.before satisfies string | undefined],
        })
        // @ts-expect-error the key belongs to the hook
        list({}, { queryKey: ['mine'] })
        // @ts-expect-error and so does the request
        update({ mutationFn: async () => {} })
        update({ meta: { optimistic: true, refreshLists: false } })
        // @ts-expect-error a typing error
        update({ meta: { optimistc: true } })
        // @ts-expect-error a creation is shown when the service has confirmed it
        create({ meta: { optimistic: true } })
      },
    ).toBeFunction()
  })
})
