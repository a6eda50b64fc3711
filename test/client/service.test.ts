// The client against the service itself, not against what we think it answers.
import { createPlantClient, type Plant } from '@plant-collection/client'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { type Service, startService } from '../service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service[Symbol.asyncDispose]())

const clientOf = (subject: string, scope?: string) =>
  createPlantClient({ baseUrl: service.url, token: () => service.token(subject, scope) })

describe('the client with the service', () => {
  it('creates, lists and deletes a plant', async () => {
    const client = clientOf('ann')
    const created = await client.createPlant({ body: { name: 'Monstera deliciosa', tag: 'Araceae' } })
    if (created.status !== 201) throw new Error(`created: ${created.status}`)
    expectTypeOf(created.body).toEqualTypeOf<Plant>()
    expect(created.headers.location).toBe(`plants/${created.body.id}`)
    expect(await client.listPlants()).toMatchObject({ status: 200, body: [created.body] })
    expect(await client.deletePlant({ path: { id: created.body.id } })).toMatchObject({ ok: true, status: 204 })
    expect(await client.deletePlant({ path: { id: created.body.id } })).toMatchObject({
      ok: false,
      status: 404,
      problem: { type: '/problems/not-found' },
    })
  })

  it('walks all pages, each plant once', async () => {
    const client = clientOf('pager')
    const names = Array.from({ length: 7 }, (_, index) => `plant ${index}`)
    for (const name of names) await client.createPlant({ body: { name, tag: 'a b&c' } })
    const walked = await Array.fromAsync(client.allPlants({ limit: 2, tag: 'a b&c' }))
    expect(walked.map((plant) => plant.name)).toEqual(names)
  })

  it('narrows each refusal by its status', async () => {
    const refused = await clientOf('ann').createPlant({ body: { name: '' } })
    expect(refused).toMatchObject({ status: 400, problem: { errors: [{ pointer: '/name' }] } })
    if (refused.status === 400) expectTypeOf(refused.problem.type).toEqualTypeOf<'/problems/invalid-request'>()
    expect(await clientOf('ann', 'plants:read').createPlant({ body: { name: 'Fern' } })).toMatchObject({
      status: 403,
      problem: { type: '/problems/insufficient-scope' },
    })
    expect(await createPlantClient({ baseUrl: service.url, token: 'x' }).listPlants()).toMatchObject({ status: 401 })
  })
})
