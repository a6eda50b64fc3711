// What the service does for a handler. Its writes are committed atomically, after its response was validated.
import { describe, expect, it } from 'vitest'
import { type FieldError, Problem } from '../../../core/problem.ts'
import { createCaller } from '../../support/caller.ts'
import { expectProblem } from '../../support/problem.ts'
import { startService, type TestHandlers } from '../../support/service.ts'
import { sharedService } from '../../support/shared-service.ts'
import { applyName, folderWithLamp, removeTags, requireFound } from './lamp-handlers.ts'

/** A concurrent request, which createLamp sends once, after it has read and before it writes. */
let meanwhile: () => Promise<unknown> = async () => {}
let runs = 0

const maxLamps = 3

/** Handlers that read and write several items. */
const handlers: TestHandlers = {
  // Allows three lamps at most. The name of each new lamp becomes the tag of all.
  async createLamp({ body }, { items }) {
    runs++
    const before = (await items('/lamps').list()) ?? []
    const call = meanwhile
    meanwhile = async () => {}
    await call()
    if (before.length >= maxLamps) {
      const errors: [FieldError] = [{ pointer: '', detail: 'is one lamp too many' }]
      throw new Problem('invalid-request', 'There are enough lamps.', { errors })
    }
    const lamp = requireFound(await items('/lamps').create(body))
    for await (const { id } of items('/lamps').all())
      await items('/lamps').update(id, (item) => ({ ...item, tag: body.name }))
    const tagged = (await items('/lamps').list({ filters: { tag: body.name ?? '' } })) ?? []
    expect(tagged.map(({ id }) => id)).toEqual(expect.arrayContaining([lamp.id, ...before.map(({ id }) => id)]))
    // No room has this id, so it has no bookings.
    expect(await Array.fromAsync(items('/rooms/{roomId}/bookings', { roomId: lamp.id }).all())).toEqual([])
    return {
      status: 201,
      body: requireFound(await items('/lamps').get(lamp.id)),
      headers: { Location: `lamps/${lamp.id}` },
    }
  },
  // Deletes all other lamps.
  async updateLamp({ path, body }, { items }) {
    const lamp = requireFound(await items('/lamps').update(path.id, applyName(body)))
    for (const { id } of (await items('/lamps').list()) ?? [])
      if (id !== lamp.id) expect(await items('/lamps').delete(id)).toBe('deleted')
    expect(await items('/lamps').list()).toEqual([lamp])
    return { status: 200, body: lamp }
  },
}

describe('a handler', async () => {
  const service = await sharedService({ handlers })

  /** Creates a caller with the lamp Desk. */
  async function newCaller(subject: string) {
    const caller = createCaller(service, subject)
    const { path } = await caller.create('Desk')
    const change = () => caller.send('PATCH', path, { body: { name: 'Door' } })
    return { ...caller, change, names: async () => (await caller.lamps()).map(({ name, tag }) => `${name} ${tag}`) }
  }

  it('writes several items atomically, and sees its own writes', async () => {
    const { create, change, names } = await newCaller('one')
    await create('Oak')
    expect(await names()).toEqual(['Desk Oak', 'Oak Oak'])
    expect((await change()).status).toBe(200)
    expect(await names()).toEqual(['Door Oak'])
  })

  it('runs again if something that it has read has changed', async () => {
    const { create, change, names } = await newCaller('two')
    runs = 0
    meanwhile = change
    await create('Oak')
    expect(runs).toBe(2)
    expect(await names()).toEqual(['Door Oak', 'Oak Oak'])
  })

  it('has its precondition evaluated again when it runs again', async () => {
    const { send, change, names } = await newCaller('three')
    const headers = { 'If-Match': (await send('GET', '/lamps')).headers.get('ETag') ?? '' }
    meanwhile = change
    await expectProblem(await send('POST', '/lamps', { headers, body: { name: 'Oak' } }), 'precondition-failed')
    expect(await names()).toEqual(['Door Desk'])
  })

  it('keeps an invariant over several items during concurrent requests', async () => {
    const { send, lamps } = createCaller(service, 'four')
    const calls = Array.from({ length: 8 }, () => send('POST', '/lamps', { body: { name: 'L' } }))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...Array(maxLamps).fill(201), ...Array(8 - maxLamps).fill(400)])
    expect(await lamps()).toHaveLength(maxLamps)
  })
})

const tooLong = 'x'.repeat(201)
const failing: TestHandlers = {
  async updateLamp({ path, body }, { items }) {
    const lamp = requireFound(await items('/lamps').update(path.id, applyName(body)))
    return { status: 200, body: { ...lamp, name: tooLong } }
  },
  async createLamp({ body }, { items }) {
    const lamp = requireFound(await items('/lamps').create(body))
    await items('/lamps').create({ name: tooLong })
    return { status: 201, body: lamp, headers: { Location: `lamps/${lamp.id}` } }
  },
  async deleteLamp({ path }, { items }) {
    await items('/lamps').delete(path.id)
    throw new Error('no paper')
  },
}

it.each([
  ['returns a body that breaks the contract', 'PATCH', /name/],
  ['writes a second item, which breaks the contract', 'POST', /was not stored because it breaks the contract: .*name/],
  ['throws', 'DELETE', /no paper/],
])('rolls back the writes of a handler that %s', async (_, method, message) => {
  const { folder, path } = await folderWithLamp()
  await using service = await startService({ handlers: failing, folder })
  const { send, lamps } = createCaller(service)
  const before = await lamps()
  const body = method === 'DELETE' ? {} : { body: { name: 'Wall' } }
  await expectProblem(await send(method, method === 'POST' ? '/lamps' : path, body), 'internal-error')
  expect(service.internalErrors).toEqual([expect.stringMatching(message)])
  expect(await lamps()).toEqual(before)
})

it('returns 503 if concurrent requests change what a handler has read in each of its attempts', async () => {
  const updateLamp: TestHandlers['updateLamp'] = async ({ path, body }, { items }) => {
    await items('/lamps').list()
    runs++
    await create('Oak')
    return { status: 200, body: requireFound(await items('/lamps').update(path.id, applyName(body))) }
  }
  await using service = await startService({ handlers: { updateLamp } })
  const { send, create, lamps } = createCaller(service)
  const { path, lamp } = await create('Desk')
  runs = 0
  await expectProblem(await send('PATCH', path, { body: { name: 'Wall' } }), 'unavailable')
  expect((await lamps()).filter(({ name }) => name !== 'Oak')).toEqual([lamp])
  expect(runs).toBe(20)
})

describe('the items of a handler', () => {
  it('have the defaults of the contract', async () => {
    const updateLamp: TestHandlers['updateLamp'] = async ({ path, body }, { items }) => {
      const renamed = await items('/lamps').update(path.id, (lamp) => ({ ...lamp, name: `${body.name}${lamp.tag}` }))
      return { status: 200, body: requireFound(renamed) }
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
      const overwritten = { id: 'x', createdAt: 'y', updatedAt: 'z' }
      const lamp = await items('/lamps').update(path.id, (lamp) => ({ ...applyName(body)(lamp), ...overwritten }))
      return { status: 200, body: requireFound(lamp) }
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
    // The clock has been set back.
    expect(await rename('Wall', '2026-01-01T11:00:00.000Z')).toEqual({ ...changed, name: 'Wall' })
  })
})
