// What the screen of a frontend does: one test, unchanged, for the handlers, the mock and the service.
import { createPlantClient, orThrow } from '@plant-collection/client'
import { plantHandlers } from '@plant-collection/client/msw'
import { setupServer } from 'msw/node'
import { afterAll, describe, expect, it } from 'vitest'
import { startMock } from '../../../../server/start-mock.ts'
import { startService } from '../../../../test/support/service.ts'
import { cleanUp } from '../../support/folder.ts'

const handlersUrl = 'https://plants.example/api'
const handlers = setupServer(...plantHandlers({ baseUrl: handlersUrl, mode: 'stateful' }).handlers)
handlers.listen({ onUnhandledFrame: 'bypass' })
const [mock, service] = await Promise.all([startMock({ stateful: true }), startService()])
afterAll(async () => {
  handlers.close()
  await Promise.all([mock.close(), service[Symbol.asyncDispose]()])
  await cleanUp()
})

describe.each([
  ['handlers', handlersUrl],
  ['mock', mock.url],
  ['service', service.url],
])('over the %s', (_name, baseUrl) => {
  it('plants are added once, listed by page and tag, changed by one of two callers, and deleted', async () => {
    const clientOf = (subject: string) => createPlantClient({ baseUrl, token: () => service.token(subject) })
    const plants = clientOf('ann')
    const names = async (tag?: string, client = plants) => {
      const all = client.allPlants({ limit: 2, ...(tag !== undefined && { tag }) })
      return (await Array.fromAsync(all)).map(({ name }) => name)
    }
    const header = { 'Idempotency-Key': 'first-fern' }
    const { body: fern } = await orThrow(plants).createPlant({ body: { name: 'Fern', tag: 'stairs' }, header })
    const again = await orThrow(plants).createPlant({ body: { name: 'Fern', tag: 'stairs' }, header })
    expect(again.body).toEqual(fern)
    expect((await plants.createPlant({ body: { name: 'Moss' }, header })).status).toBe(422)
    for (const name of ['Moss', 'Ivy 🌿']) await orThrow(plants).createPlant({ body: { name, tag: 'Window' } })
    expect(await names()).toEqual(['Fern', 'Moss', 'Ivy 🌿'])
    expect(await names('Window')).toEqual(['Moss', 'Ivy 🌿'])
    expect(await names('window')).toEqual([])
    expect(await names(undefined, clientOf('bob'))).toEqual([])

    const path = { id: fern.id }
    const { headers } = await orThrow(plants).getPlant({ path })
    const ifNoneMatch = { 'If-None-Match': headers.etag }
    expect((await plants.getPlant({ path, header: ifNoneMatch })).status).toBe(304)
    const ifMatch = { 'If-Match': headers.etag }
    const changed = await plants.updatePlant({ path, header: ifMatch, body: { name: 'Male fern' } })
    expect(changed).toMatchObject({ status: 200, body: { ...fern, name: 'Male fern', updatedAt: expect.any(String) } })
    expect((await plants.getPlant({ path, header: ifNoneMatch })).status).toBe(200)
    expect((await plants.updatePlant({ path, header: ifMatch, body: { name: 'Bracken' } })).status).toBe(412)
    expect((await plants.deletePlant({ path, header: ifMatch })).status).toBe(412)
    expect((await clientOf('bob').deletePlant({ path })).status).toBe(404)
    const refused = await plants.createPlant({ body: { name: '' } })
    expect(refused).toMatchObject({ status: 400, problem: { errors: [{ pointer: '/name' }] } })

    expect((await plants.deletePlant({ path })).status).toBe(204)
    expect((await plants.deletePlant({ path })).status).toBe(404)
    expect(await names()).toEqual(['Moss', 'Ivy 🌿'])
  })
})
