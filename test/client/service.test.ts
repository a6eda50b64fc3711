// The client against the service itself, not against what we think it answers.
import { createPlantClient, type Plant, type PlantClient } from '@plant-collection/client'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { type Service, startService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service[Symbol.asyncDispose]())

const clientOf = (subject: string, scope?: string) =>
  createPlantClient({ baseUrl: service.url, token: () => service.token(subject, scope) })

async function plantOf(client: PlantClient): Promise<{ id: string; etag: string; body: Plant }> {
  const created = await client.createPlant({ body: { name: 'Monstera deliciosa', tag: 'Araceae' } })
  if (!created.ok) throw new Error(`created: ${created.status}`)
  return { id: created.body.id, etag: created.headers.etag, body: created.body }
}

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

  it('reads a plant: 200 when it is new to the caller, 304 when it is not', async () => {
    const client = clientOf('reader')
    const { id, etag, body } = await plantOf(client)
    const read = await client.getPlant({ path: { id } })
    expect(read).toMatchObject({ ok: true, status: 200, body, headers: { etag } })
    const header = { 'If-None-Match': etag }
    const known = await client.getPlant({ path: { id }, header })
    expect(known).toMatchObject({ ok: false, status: 304, problem: undefined, headers: { etag } })
    await client.updatePlant({ path: { id }, body: { name: 'Fern' } })
    expect(await client.getPlant({ path: { id }, header })).toMatchObject({ ok: true, body: { name: 'Fern' } })
  })

  it('lists: 304 until a plant is added', async () => {
    const client = clientOf('lister')
    await plantOf(client)
    const first = await client.listPlants()
    if (!first.ok) throw new Error(`listed: ${first.status}`)
    const header = { 'If-None-Match': first.headers.etag }
    expect(await client.listPlants({ header })).toMatchObject({
      ok: false,
      status: 304,
      headers: { etag: first.headers.etag },
    })
    await client.createPlant({ body: { name: 'Fern' } })
    expect(await client.listPlants({ header })).toMatchObject({ ok: true, status: 200, body: [{}, { name: 'Fern' }] })
    expect(await Array.fromAsync(client.allPlants({ limit: 1 }))).toHaveLength(2)
  })

  it('changes the plant that was seen, and not one that somebody else has changed', async () => {
    const client = clientOf('changer')
    const { id, etag, body } = await plantOf(client)
    const path = { id }
    const header = { 'If-Match': etag }
    const changed = await client.updatePlant({ path, header, body: { tag: null } })
    if (changed.status !== 200) throw new Error(`changed: ${changed.status}`)
    expectTypeOf(changed.body).toEqualTypeOf<Plant>()
    expect(changed.body).toMatchObject({ id, name: body.name, tag: '' })
    expect(changed.headers.etag).not.toBe(etag)

    const tooLate = { ok: false, status: 412, problem: { type: '/problems/precondition-failed' } }
    expect(await client.updatePlant({ path, header, body: { name: 'Fern' } })).toMatchObject(tooLate)
    expect(await client.deletePlant({ path, header })).toMatchObject(tooLate)
    expect(await client.getPlant({ path })).toMatchObject({ body: changed.body })
    const fresh = { 'If-Match': changed.headers.etag }
    expect(await client.deletePlant({ path, header: fresh })).toMatchObject({ ok: true, status: 204 })
    expect(await client.getPlant({ path })).toMatchObject({ status: 404 })
  })

  it('creates once, however often it is tried with one key', async () => {
    const client = clientOf('stutterer')
    const once = { header: { 'Idempotency-Key': 'monday-1' }, body: { name: 'Monstera deliciosa', tag: 'Araceae' } }
    const [first, again] = [await client.createPlant(once), await client.createPlant(once)]
    if (first.status !== 201 || again.status !== 201) throw new Error(`created: ${first.status}, ${again.status}`)
    expect(again.body).toEqual(first.body)
    expect(again.headers).toMatchObject({ location: first.headers.location, etag: first.headers.etag })
    expect(await client.createPlant({ ...once, body: { name: 'Fern' } })).toMatchObject({
      ok: false,
      status: 422,
      problem: { type: '/problems/idempotency-key-reused' },
    })
    expect(await client.listPlants()).toMatchObject({ body: [first.body] })
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
