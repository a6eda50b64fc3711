import type { NotModified, PlantClient, Result } from '@plant-collection/client'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { etag, monstera } from '../support/contract-examples.ts'
import { scriptedService } from '../support/scripted-service.ts'

const header = { 'If-None-Match': etag }

describe('a 304', () => {
  it.each([
    ['listPlants', (client: PlantClient) => client.listPlants({ header })],
    ['getPlant', (client: PlantClient) => client.getPlant({ path: { id: monstera.id }, header })],
  ])('of %s is no success, and has the entity tag, no problem and no body', async (_, call) => {
    const { client } = await scriptedService([{ status: 304, headers: { ETag: etag } }])
    const result = await call(client)
    expect(result).toMatchObject({ ok: false, status: 304, headers: { etag } })
    expect(result).toHaveProperty('problem', undefined)
    expect(result).not.toHaveProperty('body')
    expect(result.response.status).toBe(304)
    if (result.status !== 304) throw new Error('narrows below')
    expectTypeOf(result.ok).toEqualTypeOf<false>()
    expectTypeOf(result.problem).toEqualTypeOf<undefined>()
    expectTypeOf(result.headers).toEqualTypeOf<{
      readonly 'request-id': string
      readonly 'cache-control': string
      readonly vary: string
      readonly 'access-control-allow-origin'?: string
      readonly ratelimit?: string
      readonly 'ratelimit-policy'?: string
      readonly etag: string
    }>()
    // @ts-expect-error what the caller has is not sent again
    expect(result.body).toBe(undefined)
  })

  it('leaves the problem of whatever is not ok to be asked for', async () => {
    const { client } = await scriptedService([{ status: 304 }, { status: 503 }])
    const details = [await client.listPlants({ header }), await client.listPlants()].map((result) =>
      result.ok ? result.body.length : result.problem?.detail,
    )
    expect(details).toEqual([undefined, undefined])
    expectTypeOf(details).toEqualTypeOf<(string | number | undefined)[]>()
  })

  it('is a member where the contract documents it, and nowhere else', () => {
    type Unmodified<R> = Extract<R, { status: 304 }>
    expectTypeOf<Unmodified<Result<'listPlants'>>>().toExtend<NotModified<unknown>>()
    expectTypeOf<Unmodified<Result<'getPlant'>>>().toExtend<NotModified<unknown>>()
    expectTypeOf<Unmodified<Result<'createPlant' | 'updatePlant' | 'deletePlant'>>>().toBeNever()
  })
})
