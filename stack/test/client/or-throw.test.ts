import {
  type FieldError,
  orThrow,
  type Page,
  type Plant,
  ProblemError,
  type SuccessOf,
  type ThrowingClient,
  UnexpectedResponseError,
} from '@plant-collection/client'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { etag, fern, monstera, path, problem } from '../../../test/support/contract-examples.ts'
import { problemResponse, scriptedService } from '../../../test/support/scripted-service.ts'

describe('a throwing client', () => {
  it('resolves to a success', async () => {
    const { client } = await scriptedService([
      { status: 200, headers: { ETag: etag }, body: monstera },
      { status: 201, body: fern },
      { status: 204 },
      { status: 200, body: [monstera] },
      { status: 200, body: [monstera] },
    ])
    const plants = orThrow(client)
    const { body, headers } = await plants.getPlant({ path })
    expect({ body, etag: headers.etag }).toEqual({ body: monstera, etag })
    expect((await plants.createPlant({ body: { name: 'Fern' } })).body).toEqual(fern)
    expect((await plants.deletePlant({ path })).status).toBe(204)
    expect((await plants.listPlants()).body).toEqual([monstera])
    expect(await Array.fromAsync(plants.allPlants())).toEqual([monstera])
    expectTypeOf(body).toEqualTypeOf<Plant>()
    expectTypeOf(plants.listPlants).returns.resolves.toEqualTypeOf<Page>()
    expectTypeOf(plants.createPlant).returns.resolves.toEqualTypeOf<SuccessOf<'createPlant'>>()
  })

  it('rejects with a ProblemError for a documented problem, narrowed by its type or status', async () => {
    const { client, url } = await scriptedService([problemResponse(404, 'not-found')])
    const call = orThrow(client).updatePlant({ path, body: {} })
    const error: unknown = await call.catch((reason) => reason)
    if (!(error instanceof ProblemError)) throw error
    expect(error).toMatchObject({ operation: 'updatePlant', url: `${url}/plants/${path.id}`, attempt: 1, status: 404 })
    expect(error).toMatchObject({ problem: problem(404, 'not-found'), outcome: 'unchanged' })
    if (error.problem.type === 'tag:plants.example,2026:not-found')
      expectTypeOf(error.problem.status).toEqualTypeOf<404>()
    if (error.status === 400) expectTypeOf(error.problem.errors).toEqualTypeOf<FieldError[]>()
    if (error.status !== 400) expectTypeOf(error.problem).not.toHaveProperty('errors')
  })

  it('rejects with an UnexpectedResponseError for any other response', async () => {
    const { client } = await scriptedService([{ status: 502 }, { status: 304 }])
    const call = orThrow(client).createPlant({ body: { name: 'Fern' } })
    await expect(call).rejects.toBeInstanceOf(UnexpectedResponseError)
    const result = { response: { status: 502 } }
    await expect(call).rejects.toMatchObject({ name: 'UnexpectedResponseError', outcome: 'unknown', result })
    await expect(orThrow(client).getPlant({ path })).rejects.toBeInstanceOf(UnexpectedResponseError)
  })

  it('takes the input of the client, except If-None-Match and If-Modified-Since of a read', () => {
    expectTypeOf((plants: ThrowingClient) => [
      plants.deletePlant({ path, header: { 'If-Match': etag }, retry: false }),
      plants.getPlant({ path, header: { 'If-Match': etag } }),
      // @ts-expect-error the response would be a 304, which is not a success
      plants.getPlant({ path, header: { 'If-None-Match': etag } }),
      // @ts-expect-error the response would be a 304, which is not a success
      plants.getPlant({ path, header: { 'If-Modified-Since': 'Thu, 20 Nov 2025 09:00:00 GMT' } }),
      // @ts-expect-error the response would be a 304, which is not a success
      plants.listPlants({ header: { 'If-None-Match': etag } }),
    ]).toBeFunction()
  })
})
