// What the screen of a frontend does: one test, unchanged, for the handlers, the mock and the service.

import { setupServer } from 'msw/node'
import { afterAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../../support/folder.ts'
import { createLampClient, orThrow } from '../../support/lamp-client.ts'
import { startLampMock } from '../../support/lamp-mock.ts'
import { lampHandlers } from '../../support/lamp-msw.ts'
import { startService } from '../../support/service.ts'

const handlersUrl = 'https://lamps.example/api'
const handlers = setupServer(...lampHandlers({ baseUrl: handlersUrl, mode: 'stateful' }).handlers)
handlers.listen({ onUnhandledFrame: 'bypass' })
const [mock, service] = await Promise.all([startLampMock({ stateful: true }), startService()])
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
  it('lamps are added once, listed by page and tag, changed by one of two callers, and deleted', async () => {
    const clientOf = (subject: string) => createLampClient({ baseUrl, token: () => service.token(subject) })
    const lamps = clientOf('ann')
    const names = async (tag?: string, client = lamps) => {
      const all = client.allItems('listLamps', { query: { limit: 2, ...(tag !== undefined && { tag }) } })
      return (await Array.fromAsync(all)).map(({ name }) => name)
    }
    const header = { 'Idempotency-Key': 'first-stairs' }
    const { body: stairs } = await orThrow(lamps).createLamp({ body: { name: 'Desk', tag: 'stairs' }, header })
    const again = await orThrow(lamps).createLamp({ body: { name: 'Desk', tag: 'stairs' }, header })
    expect(again.body).toEqual(stairs)
    expect((await lamps.createLamp({ body: { name: 'Wall' }, header })).status).toBe(422)
    for (const name of ['Wall', 'Floor 🌿']) await orThrow(lamps).createLamp({ body: { name, tag: 'Window' } })
    expect(await names()).toEqual(['Desk', 'Wall', 'Floor 🌿'])
    expect(await names('Window')).toEqual(['Wall', 'Floor 🌿'])
    expect(await names('window')).toEqual([])
    expect(await names(undefined, clientOf('bob'))).toEqual([])

    const path = { id: stairs.id }
    const { headers } = await orThrow(lamps).getLamp({ path })
    const ifNoneMatch = { 'If-None-Match': headers.etag }
    expect((await lamps.getLamp({ path, header: ifNoneMatch })).status).toBe(304)
    const ifMatch = { 'If-Match': headers.etag }
    const changed = await lamps.updateLamp({ path, header: ifMatch, body: { name: 'Male stairs' } })
    expect(changed).toMatchObject({
      status: 200,
      body: { ...stairs, name: 'Male stairs', updatedAt: expect.any(String) },
    })
    expect((await lamps.getLamp({ path, header: ifNoneMatch })).status).toBe(200)
    expect((await lamps.updateLamp({ path, header: ifMatch, body: { name: 'Bracken' } })).status).toBe(412)
    expect((await lamps.deleteLamp({ path, header: ifMatch })).status).toBe(412)
    expect((await clientOf('bob').deleteLamp({ path })).status).toBe(404)
    const refused = await lamps.createLamp({ body: { name: '' } })
    expect(refused).toMatchObject({ status: 400, problem: { errors: [{ pointer: '/name' }] } })

    expect((await lamps.deleteLamp({ path })).status).toBe(204)
    expect((await lamps.deleteLamp({ path })).status).toBe(404)
    expect(await names()).toEqual(['Wall', 'Floor 🌿'])
  })
})
