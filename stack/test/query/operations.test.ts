// Options for any operation.
import { QueryClient } from '@tanstack/query-core'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { createQueryOptions } from '../../query/index.ts'
import { queryFor as queryForAny } from '../../query/operations.ts'
import { contract } from '../product/generated/client.ts'
import { ceiling, path, problem } from '../support/contract-examples.ts'
import { createLampClient, type Input, type Lamp } from '../support/lamp-client.ts'
import { scriptedService } from '../support/scripted-service.ts'

const { queryFor, mutationFor } = createQueryOptions(contract)
const client = createLampClient({ baseUrl: 'http://127.0.0.1', token: 'a' })
const queries = new QueryClient({ defaultOptions: { queries: { retry: 3 }, mutations: { retry: 3 } } })

describe('the types', () => {
  it('have the input and the body of the operation', () => {
    expectTypeOf(queries.getQueryData(queryFor(client, 'getLamp', { path }).queryKey)).toEqualTypeOf<Lamp | undefined>()
    const update = mutationFor(client, 'updateLamp')
    type Variables = Parameters<NonNullable<typeof update.mutationFn>>[0]
    expectTypeOf<Variables>().toEqualTypeOf<Input<'updateLamp'>>()
    expectTypeOf<Parameters<NonNullable<typeof update.onSuccess>>[0]>().toEqualTypeOf<Lamp>()
  })

  it('take only a read for a query, and only another operation for a mutation', () => {
    expectTypeOf(() => {
      // @ts-expect-error it writes
      queryFor(client, 'closeRoom', { path: { roomId: 'a' } })
      // @ts-expect-error it reads
      mutationFor(client, 'readSign')
      // @ts-expect-error the path is missing
      queryFor(client, 'readSign')
      // @ts-expect-error a 304 has no data
      queryFor(client, 'getLamp', { path, header: { 'If-None-Match': '*' } })
      // @ts-expect-error TanStack Query has the signal
      queryFor(client, 'getLamp', { path, signal: AbortSignal.abort() })
    }).toBeFunction()
  })
})

describe('a query', () => {
  it('has the operation and its input as its key, and the body of the success as its data', async () => {
    const { client, requests } = await scriptedService([{ status: 200, body: [ceiling] }])
    const options = queryFor(client, 'listLamps', { query: { tag: 'hall' } })
    expect(options.queryKey).toEqual(['listLamps', { query: { tag: 'hall' } }])
    expect(await queries.fetchQuery(options)).toEqual([ceiling])
    expect(requests.map(({ url }) => url)).toEqual(['/lamps?tag=hall'])
  })

  it('has null as its data if the success has no body', async () => {
    expect(await queries.fetchQuery(queryForAny({ ping: async () => ({ ok: true }) }, 'ping'))).toBe(null)
  })

  it('fails with the error of the client, which retries already', async () => {
    const { client, requests } = await scriptedService([{ status: 404, body: problem(404, 'not-found') }])
    const error = { name: 'ProblemError', status: 404 }
    await expect(queries.fetchQuery(queryFor(client, 'getLamp', { path }))).rejects.toMatchObject(error)
    expect(requests).toHaveLength(1)
  })
})

describe('a mutation', () => {
  it('sends its variables as the input of the operation, and returns the body of the success', async () => {
    const { client, requests } = await scriptedService([{ status: 200, body: ceiling }])
    const options = mutationFor(client, 'updateLamp')
    expect(options.mutationKey).toEqual(['updateLamp'])
    const mutation = queries.getMutationCache().build(queries, options)
    expect(await mutation.execute({ path, body: { tag: 'hall' } })).toEqual(ceiling)
    expect(requests).toMatchObject([{ method: 'PATCH', url: `/lamps/${path.id}`, body: '{"tag":"hall"}' }])
  })

  it('fails with the error of the client, which retries where that is safe', async () => {
    const { client, requests } = await scriptedService([{ status: 502 }, { status: 502 }])
    const mutation = queries.getMutationCache().build(queries, mutationFor(client, 'updateLamp'))
    await expect(mutation.execute({ path, body: {} })).rejects.toMatchObject({ outcome: 'unknown' })
    expect(requests).toHaveLength(1)
  })
})
