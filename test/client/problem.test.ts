import type { DocumentedProblem, FieldError, PlantClient, Result } from '@plant-collection/client'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { monstera, notFound, problem } from '../support/contract-examples.ts'
import { scriptedService } from '../support/scripted-service.ts'

const path = { id: monstera.id }
const body = { name: 'Fern' }

describe('a documented problem', () => {
  it('is narrowed by its status to a problem with one type', async () => {
    const { client } = await scriptedService([{ status: 404, body: notFound }])
    const result = await client.deletePlant({ path })
    expect(result).toMatchObject({ ok: false, status: 404, problem: notFound })
    if (result.status !== 404) throw new Error('narrows below')
    expectTypeOf(result.ok).toEqualTypeOf<false>()
    expectTypeOf(result.problem.type).toEqualTypeOf<'/problems/not-found'>()
    expectTypeOf(result.problem.status).toEqualTypeOf<404>()
    expectTypeOf(result.problem.detail).toEqualTypeOf<string>()
    // @ts-expect-error a refusal has no body
    expect(result.body).toBe(undefined)
    // @ts-expect-error only 400 has errors
    expect(result.problem.errors).toBe(undefined)
  })

  it('with status 400 names what to mend', async () => {
    const errors = [{ pointer: '/name', detail: 'must NOT have fewer than 1 characters' }]
    const { client } = await scriptedService([
      { status: 400, body: { ...problem(400, '/problems/invalid-request'), errors } },
    ])
    const result = await client.createPlant({ body: { name: '' } })
    if (result.status !== 400) throw new Error(`${result.status}`)
    expect(result.problem.errors).toEqual(errors)
    expectTypeOf(result.problem.errors).toEqualTypeOf<FieldError[]>()
  })

  it('has the documented headers of its status', async () => {
    const challenge = 'Bearer realm="plants"'
    const { client } = await scriptedService([
      { status: 401, headers: { 'WWW-Authenticate': challenge }, body: problem(401, '/problems/unauthorized') },
    ])
    const result = await client.listPlants()
    if (result.status !== 401) throw new Error(`${result.status}`)
    expect(result.headers['www-authenticate']).toBe(challenge)
    expectTypeOf(result.headers).toEqualTypeOf<{
      readonly 'request-id': string
      readonly 'cache-control': string
      readonly vary: string
      readonly 'access-control-allow-origin'?: string
      readonly ratelimit?: string
      readonly 'ratelimit-policy'?: string
      readonly 'www-authenticate': string
    }>()
  })

  it('with status 415 says what a change may be sent as, but not what a creation may', async () => {
    const accepted = 'application/merge-patch+json, application/json'
    const { client } = await scriptedService([
      { status: 415, headers: { 'Accept-Patch': accepted }, body: problem(415, '/problems/unsupported-media-type') },
    ])
    const result = await client.updatePlant({ path, body })
    if (result.status !== 415) throw new Error(`${result.status}`)
    expect(result.headers['accept-patch']).toBe(accepted)
    expectTypeOf(result.headers['accept-patch']).toEqualTypeOf<string>()
    const wrong = (created: Extract<Result<'createPlant'>, { status: 415 }>) => {
      // @ts-expect-error Accept-Patch is of updatePlant only
      return created.headers['accept-patch']
    }
    expect(wrong).toBeTypeOf('function')
  })

  it.each([
    [400, '/problems/invalid-request', (client: PlantClient) => client.listPlants()],
    [401, '/problems/unauthorized', (client: PlantClient) => client.listPlants()],
    [403, '/problems/insufficient-scope', (client: PlantClient) => client.deletePlant({ path })],
    [404, '/problems/not-found', (client: PlantClient) => client.deletePlant({ path })],
    [404, '/problems/not-found', (client: PlantClient) => client.getPlant({ path })],
    [406, '/problems/not-acceptable', (client: PlantClient) => client.getPlant({ path })],
    [412, '/problems/precondition-failed', (client: PlantClient) => client.updatePlant({ path, body })],
    [412, '/problems/precondition-failed', (client: PlantClient) => client.deletePlant({ path })],
    [413, '/problems/content-too-large', (client: PlantClient) => client.createPlant({ body })],
    [415, '/problems/unsupported-media-type', (client: PlantClient) => client.createPlant({ body })],
    [422, '/problems/idempotency-key-reused', (client: PlantClient) => client.createPlant({ body })],
  ])('%i %s is told from an unexpected answer', async (status, type, call) => {
    const { client } = await scriptedService([{ status, body: problem(status, type) }])
    expect(await call(client)).toMatchObject({ ok: false, status, problem: { type } })
  })

  it('has statuses as the contract gives them to the operation', () => {
    type Statuses<R> = R extends { status: infer S } ? S : never
    expectTypeOf<Statuses<Result<'listPlants'>>>().toEqualTypeOf<
      200 | 304 | 400 | 401 | 403 | 406 | 429 | 500 | 503 | 'unexpected'
    >()
    expectTypeOf<Statuses<Result<'createPlant'>>>().toEqualTypeOf<
      201 | 400 | 401 | 403 | 406 | 413 | 415 | 422 | 429 | 500 | 503 | 'unexpected'
    >()
    expectTypeOf<Statuses<Result<'getPlant'>>>().toEqualTypeOf<
      200 | 304 | 400 | 401 | 403 | 404 | 406 | 429 | 500 | 503 | 'unexpected'
    >()
    expectTypeOf<Statuses<Result<'updatePlant'>>>().toEqualTypeOf<
      200 | 400 | 401 | 403 | 404 | 406 | 412 | 413 | 415 | 429 | 500 | 503 | 'unexpected'
    >()
    expectTypeOf<Statuses<Result<'deletePlant'>>>().toEqualTypeOf<
      204 | 400 | 401 | 403 | 404 | 412 | 429 | 500 | 503 | 'unexpected'
    >()
    expectTypeOf<DocumentedProblem['status']>().toEqualTypeOf<
      400 | 401 | 403 | 404 | 406 | 412 | 413 | 415 | 422 | 429 | 500 | 503
    >()
    expectTypeOf<Extract<DocumentedProblem, { status: 400 }>['type']>().toEqualTypeOf<'/problems/invalid-request'>()
  })
})
