import {
  orThrow,
  type Page,
  type Plant,
  ProblemError,
  type Result,
  type ThrowingClient,
  UnexpectedAnswerError,
} from '@plant-collection/client'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { etag, fern, monstera, notFound } from '../support/contract-examples.ts'
import { scriptedService } from '../support/scripted-service.ts'

const failure = (reason: unknown) => reason
const path = { id: monstera.id }

describe('a client that throws', () => {
  it('resolves to a success, and to nothing else', async () => {
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
    expectTypeOf(plants.createPlant).returns.resolves.toEqualTypeOf<Extract<Result<'createPlant'>, { ok: true }>>()
  })

  it('rejects with a refusal as a ProblemError, which is narrowed by its type', async () => {
    const { client, url } = await scriptedService([{ status: 404, body: notFound }])
    const error = await orThrow(client).updatePlant({ path, body: {} }).catch(failure)
    if (!(error instanceof ProblemError)) throw error
    expect(error).toMatchObject({ operation: 'updatePlant', url: `${url}/plants/${path.id}`, attempt: 1, status: 404 })
    expect(error).toMatchObject({ problem: notFound, outcome: 'unchanged' })
    if (error.problem.type === '/problems/not-found') expectTypeOf(error.problem.status).toEqualTypeOf<404>()
  })

  it('rejects with everything else as an UnexpectedAnswerError', async () => {
    const { client } = await scriptedService([{ status: 502 }, { status: 304 }])
    const error = await orThrow(client)
      .createPlant({ body: { name: 'Fern' } })
      .catch(failure)
    expect(error).toBeInstanceOf(UnexpectedAnswerError)
    expect(error).toMatchObject({ outcome: 'unknown', answer: { response: { status: 502 } } })
    expect(await orThrow(client).getPlant({ path }).catch(failure)).toBeInstanceOf(UnexpectedAnswerError)
  })

  it('takes what the client takes, but for If-None-Match: a 304 is no success', () => {
    const wrong = (plants: ThrowingClient) => [
      plants.deletePlant({ path, header: { 'If-Match': etag }, retry: false }),
      plants.listPlants({ query: { limit: 2 }, header: {} }),
      // @ts-expect-error it could only be answered with a 304
      plants.getPlant({ path, header: { 'If-None-Match': etag } }),
      // @ts-expect-error it could only be answered with a 304
      plants.listPlants({ header: { 'If-None-Match': etag } }),
      // @ts-expect-error a body is required
      plants.createPlant(),
      // @ts-expect-error there is no such parameter
      plants.listPlants({ query: { colour: 'green' } }),
    ]
    expect(wrong).toBeTypeOf('function')
  })
})
