import {
  createPlantClient,
  type Input,
  InputError,
  type NewPlant,
  type PlantClient,
  type PlantPatch,
} from '@plant-collection/client'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { fern, monstera } from '../support/contract-examples.ts'
import { scriptedService } from '../support/scripted-service.ts'

const path = { id: monstera.id }

describe('a request', () => {
  it('has the query that was given, encoded, and none for what is undefined', async () => {
    const { client, sent } = await scriptedService([1, 2, 3].map(() => ({ status: 200, body: [] })))
    await client.listPlants({ query: { limit: 2, tag: 'a+b & c=ä' } })
    await client.listPlants({ query: { tag: '' } })
    await client.listPlants({ query: {} })
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /plants?limit=2&tag=a%2Bb%20%26%20c%3D%C3%A4',
      'GET /plants?tag=',
      'GET /plants',
    ])
    expectTypeOf<Input<'listPlants'>['query']>().toEqualTypeOf<
      { limit?: number; cursor?: string; tag?: string } | undefined
    >()
  })

  it('has the body that was given, as JSON', async () => {
    const { client, sent } = await scriptedService([{ status: 201, body: fern }])
    await client.createPlant({ body: { name: 'The fern on the stairs' } })
    expect(sent[0]).toMatchObject({
      method: 'POST',
      url: '/plants',
      body: '{"name":"The fern on the stairs"}',
      headers: { 'content-type': 'application/json' },
    })
    expectTypeOf<Input<'createPlant'>['body']>().toEqualTypeOf<NewPlant>()
    expectTypeOf<NewPlant>().toEqualTypeOf<{ name: string; tag?: string }>()
  })

  it('has the path parameters that were given, and no Content-Type where it has no body', async () => {
    const { client, sent } = await scriptedService([{ status: 204 }, { status: 204 }])
    await client.deletePlant({ path: { id: monstera.id } })
    await client.deletePlant({ path: { id: 'a/../b?c#d' } })
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `DELETE /plants/${monstera.id}`,
      'DELETE /plants/a%2F..%2Fb%3Fc%23d',
    ])
    expect(sent[0]?.headers).not.toHaveProperty('content-type')
    expectTypeOf<Input<'deletePlant'>['path']>().toEqualTypeOf<{ id: string }>()
  })

  it('is a PATCH with the change as JSON, null and all', async () => {
    const { client, sent } = await scriptedService([{ status: 200, body: monstera }])
    await client.updatePlant({ path: { id: monstera.id }, body: { tag: null } })
    expect(sent[0]).toMatchObject({
      method: 'PATCH',
      url: `/plants/${monstera.id}`,
      body: '{"tag":null}',
      headers: { 'content-type': 'application/json' },
    })
    expectTypeOf<Input<'updatePlant'>['body']>().toEqualTypeOf<PlantPatch>()
    expectTypeOf<PlantPatch>().toEqualTypeOf<{ name?: string; tag?: string | null }>()
  })

  it.each(['', '.', '..'])('is not sent when the path parameter %j would lead to another path', async (id) => {
    const { client, sent } = await scriptedService([])
    await expect(client.deletePlant({ path: { id } })).rejects.toThrow(InputError)
    expect(sent).toEqual([])
  })

  it('goes through the fetch that was given', async () => {
    const requests: Request[] = []
    const client = createPlantClient({
      baseUrl: 'https://plants.example/api',
      token: 'a.b.c',
      fetch: async (request) => {
        requests.push(request)
        return Response.json([monstera])
      },
    })
    expect(await client.listPlants()).toMatchObject({ ok: true, body: [monstera] })
    expect(requests.map(({ url }) => url)).toEqual(['https://plants.example/api/plants'])
  })

  it('needs no argument exactly where nothing is required', () => {
    expectTypeOf<PlantClient['listPlants']>().parameters.toEqualTypeOf<[input?: Input<'listPlants'>]>()
    expectTypeOf<PlantClient['createPlant']>().parameters.toEqualTypeOf<[input: Input<'createPlant'>]>()
    expectTypeOf<PlantClient['getPlant']>().parameters.toEqualTypeOf<[input: Input<'getPlant'>]>()
    expectTypeOf<PlantClient['updatePlant']>().parameters.toEqualTypeOf<[input: Input<'updatePlant'>]>()
    expectTypeOf<PlantClient['deletePlant']>().parameters.toEqualTypeOf<[input: Input<'deletePlant'>]>()
  })

  it('does not compile when it is wrong', () => {
    const wrong = (client: PlantClient) => [
      // @ts-expect-error a body is required
      client.createPlant({}),
      // @ts-expect-error so is the argument that holds it
      client.createPlant(),
      // @ts-expect-error name is required
      client.createPlant({ body: { tag: 'Araceae' } }),
      // @ts-expect-error the contract closes request bodies
      client.createPlant({ body: { name: 'Fern', colour: 'green' } }),
      // @ts-expect-error createPlant has no query
      client.createPlant({ body: { name: 'Fern' }, query: { limit: 2 } }),
      // @ts-expect-error limit is a number
      client.listPlants({ query: { limit: '2' } }),
      // @ts-expect-error there is no such parameter
      client.listPlants({ query: { offset: 2 } }),
      // @ts-expect-error listPlants has no body
      client.listPlants({ body: {} }),
      // @ts-expect-error a change has no id in its body
      client.updatePlant({ path, body: { id: monstera.id } }),
      // @ts-expect-error a name cannot be emptied
      client.updatePlant({ path, body: { name: null } }),
      // @ts-expect-error a change needs a body
      client.updatePlant({ path }),
      // @ts-expect-error the id is missing
      client.deletePlant({ path: {} }),
      // @ts-expect-error the id belongs into path
      client.deletePlant({ id: monstera.id }),
      // @ts-expect-error openapi-fetch takes unknown options, this client does not
      client.listPlants({ parseAs: 'text' }),
      // @ts-expect-error there is no such operation
      client.waterPlant({ path: { id: monstera.id } }),
    ]
    expect(wrong).toBeTypeOf('function')
  })
})
