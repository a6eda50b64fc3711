import type { Plant, PlantClient, Result } from '@plant-collection/client'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { etag, fern, monstera } from '../support/contract-examples.ts'
import { scriptedService } from '../support/scripted-service.ts'

type Ok<R> = Extract<R, { ok: true }>

describe('a success', () => {
  it('of listPlants is 200 with plants, and perhaps a link', async () => {
    const link = '<?cursor=abc>; rel="next"'
    const body = [monstera, fern]
    const { client } = await scriptedService([{ status: 200, headers: { Link: link }, body }])
    const result = await client.listPlants()
    expect(result).toMatchObject({ ok: true, status: 200, body, headers: { link } })
    if (!result.ok) throw new Error('narrows below')
    expectTypeOf(result.status).toEqualTypeOf<200>()
    expectTypeOf(result.body).toEqualTypeOf<Plant[]>()
    expectTypeOf(result.headers).toEqualTypeOf<{
      readonly 'request-id': string
      readonly 'cache-control': string
      readonly vary: string
      readonly 'access-control-allow-origin'?: string
      readonly ratelimit?: string
      readonly 'ratelimit-policy'?: string
      readonly etag: string
      readonly link?: string
    }>()
    expectTypeOf(result.response).toEqualTypeOf<Response>()
  })

  it('of createPlant is 201 with the plant and its location', async () => {
    const location = `plants/${monstera.id}`
    const { client } = await scriptedService([{ status: 201, headers: { Location: location }, body: monstera }])
    const result = await client.createPlant({ body: { name: monstera.name, tag: monstera.tag } })
    expect(result).toMatchObject({ ok: true, status: 201, body: monstera, headers: { location } })
    expect(result.response.headers.get('Location')).toBe(location)
    expectTypeOf<Ok<Result<'createPlant'>>['status']>().toEqualTypeOf<201>()
    expectTypeOf<Ok<Result<'createPlant'>>['body']>().toEqualTypeOf<Plant>()
    expectTypeOf<Ok<Result<'createPlant'>>['headers']>().toEqualTypeOf<{
      readonly 'request-id': string
      readonly 'cache-control': string
      readonly vary: string
      readonly 'access-control-allow-origin'?: string
      readonly ratelimit?: string
      readonly 'ratelimit-policy'?: string
      readonly etag: string
      readonly location: string
    }>()
  })

  it.each([
    ['getPlant', (client: PlantClient) => client.getPlant({ path: { id: monstera.id } })],
    ['updatePlant', (client: PlantClient) => client.updatePlant({ path: { id: monstera.id }, body: {} })],
  ])('of %s is 200 with the plant and its entity tag', async (_, call) => {
    const { client } = await scriptedService([{ status: 200, headers: { ETag: etag }, body: monstera }])
    const result = await call(client)
    expect(result).toMatchObject({ ok: true, status: 200, body: monstera, headers: { etag } })
    if (!result.ok) throw new Error('narrows below')
    expectTypeOf(result.status).toEqualTypeOf<200>()
    expectTypeOf(result.body).toEqualTypeOf<Plant>()
    expectTypeOf(result.headers).toEqualTypeOf<{
      readonly 'request-id': string
      readonly 'cache-control': string
      readonly vary: string
      readonly 'access-control-allow-origin'?: string
      readonly ratelimit?: string
      readonly 'ratelimit-policy'?: string
      readonly etag: string
    }>()
  })

  it('of deletePlant is 204 without a body, whatever Content-Type comes with it', async () => {
    const { client } = await scriptedService([{ status: 204, headers: { 'Content-Type': 'application/json' } }])
    const result = await client.deletePlant({ path: { id: monstera.id } })
    expect(result).toMatchObject({ ok: true, status: 204 })
    expectTypeOf<Ok<Result<'deletePlant'>>['status']>().toEqualTypeOf<204>()
    expectTypeOf<Ok<Result<'deletePlant'>>['body']>().toEqualTypeOf<undefined>()
    expect(result).toHaveProperty('body', undefined)
  })

  it('may have members and headers that are not documented; the types do not know them', async () => {
    const body = [{ ...monstera, wateredAt: null }]
    const { client } = await scriptedService([{ status: 200, headers: { 'X-New': '1' }, body }])
    const result = await client.listPlants()
    expect(result).toMatchObject({ ok: true, body, headers: { 'x-new': '1' } })
    if (!result.ok) throw new Error('narrows below')
    // @ts-expect-error not a documented header
    expect(result.headers['x-new']).toBe('1')
    // @ts-expect-error not a documented property
    expect(result.body[0]?.wateredAt).toBe(null)
  })

  it.each(['application/json; charset=utf-8', 'application/JSON', 'application/vnd.plants+json'])(
    'may come as %s',
    async (type) => {
      const { client } = await scriptedService([{ status: 200, headers: { 'Content-Type': type }, body: [] }])
      expect(await client.listPlants()).toMatchObject({ ok: true, body: [] })
    },
  )

  it('is the only member with ok: true, and the only one with a plant', () => {
    const wrong = (result: Result<'createPlant'>) => {
      // @ts-expect-error whether there is a plant must be asked first
      result.body.name
      // @ts-expect-error createPlant documents no 404
      return result.status === 404
    }
    expect(wrong).toBeTypeOf('function')
  })
})
