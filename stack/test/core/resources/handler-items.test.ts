// What the service does for a handler: it evaluates conditions before, and sets what the contract says.
import { describe, expect, it } from 'vitest'
import { createCaller } from '../../support/caller.ts'
import { expectProblem } from '../../support/problem.ts'
import { startService, type TestHandlers } from '../../support/service.ts'
import { folderWithLamp, found, removeTags, renamed } from './lamp-handlers.ts'

it('a handler whose condition is false does not run, whatever it would write', async () => {
  const deleteLamp: TestHandlers['deleteLamp'] = async (_, { items }) => {
    await items('/lamps').create({ name: 'Oak' })
    return { status: 204 }
  }
  await using service = await startService({ handlers: { deleteLamp } })
  const { send, create, lamps } = createCaller(service)
  const { path, etag } = await create('Desk')
  const names = async () => (await lamps()).map(({ name }) => name)
  await expectProblem(await send('DELETE', path, { headers: { 'If-Match': '"other"' } }), 'precondition-failed')
  expect(await names()).toEqual(['Desk'])
  expect((await send('DELETE', path, { headers: { 'If-Match': etag } })).status).toBe(204)
  expect(await names()).toEqual(['Desk', 'Oak'])
})

it('a handler that creates nothing runs once for an Idempotency-Key', async () => {
  const createLamp: TestHandlers['createLamp'] = async (_, { items }) => {
    const [first] = (await items('/lamps').list()) ?? []
    await items('/lamps').delete(first?.id ?? '')
    return { status: 201, body: found(first), headers: { Location: `lamps/${first?.id}` } }
  }
  const { folder, lamp } = await folderWithLamp()
  await using service = await startService({ handlers: { createLamp }, folder })
  const { send, lamps } = createCaller(service)
  const post = () => send('POST', '/lamps', { headers: { 'Idempotency-Key': 'k' }, body: { name: 'Oak' } })
  const [first, again] = [await post(), await post()]
  expect(again).toMatchObject({ status: 201, body: lamp })
  expect(again.headers.get('ETag')).toBe(first.headers.get('ETag'))
  expect(await lamps()).toEqual([])
})

describe('the items of a handler', () => {
  it('have the defaults of the contract', async () => {
    const updateLamp: TestHandlers['updateLamp'] = async ({ path, body }, { items }) => {
      return { status: 200, body: found(await items('/lamps').update(path.id, renamed(body))) }
    }
    const { folder, path, lamp } = await folderWithLamp()
    removeTags(folder)
    await using service = await startService({ handlers: { updateLamp }, folder })
    const { body } = await createCaller(service).send('PATCH', path, { body: { name: 'Oak' } })
    expect(body).toEqual({ ...lamp, name: 'Oak', updatedAt: expect.any(String) })
  })

  it('keep their id and the time of their creation, and get the time of each change', async () => {
    let time = '2026-01-01T10:00:00.000Z'
    const updateLamp: TestHandlers['updateLamp'] = async ({ path, body }, { items }) => {
      const own = { id: 'x', createdAt: 'y', updatedAt: 'z' }
      const lamp = await items('/lamps').update(path.id, (lamp) => ({ ...renamed(body)(lamp), ...own }))
      return { status: 200, body: found(lamp) }
    }
    await using service = await startService({ handlers: { updateLamp }, now: () => new Date(time) })
    const { send, create } = createCaller(service)
    const { path, lamp } = await create('Desk')
    const rename = async (name: string, at: string) => {
      time = at
      return (await send('PATCH', path, { body: { name } })).body
    }
    const changed = { ...lamp, name: 'Oak', updatedAt: '2026-01-02T10:00:00.000Z' }
    expect(await rename('Oak', changed.updatedAt)).toEqual(changed)
    expect(await rename('Oak', '2026-01-03T10:00:00.000Z')).toEqual(changed)
    // A clock may have been set back.
    expect(await rename('Wall', '2026-01-01T11:00:00.000Z')).toEqual({ ...changed, name: 'Wall' })
  })
})
