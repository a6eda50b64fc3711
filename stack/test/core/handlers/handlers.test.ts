// What the service does for a handler. What a handler writes happens atomically, after its response was checked, or not at all.
import { beforeAll, describe, expect, it } from 'vitest'
import { type FieldError, Problem } from '../../../core/problem.ts'
import { createCaller } from '../../support/caller.ts'
import { newDatabase } from '../../support/postgres/database.ts'
import { expectProblem } from '../../support/problem.ts'
import { type Service, startService, type TestHandlers } from '../../support/service.ts'
import { folderWithLamp, found, removeTags, renamed } from './lamp-handlers.ts'

/** Called once by a handler, after it has read and before it writes. */
let meanwhile: () => Promise<unknown> = async () => {}
let runs = 0

const maxLamps = 3

/** They read several items, and write several. */
const handlers: TestHandlers = {
  // At most three lamps. Each new one becomes the name of all others.
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
    const lamp = found(await items('/lamps').create(body))
    for await (const { id } of items('/lamps').all()) {
      await items('/lamps').update(id, (one) => ({ ...one, tag: body.name }))
    }
    const seen = found(await items('/lamps').get(lamp.id))
    const tagged = (await items('/lamps').list({ filters: { tag: body.name ?? '' } })) ?? []
    expect(tagged.map(({ id }) => id)).toEqual(expect.arrayContaining([lamp.id, ...before.map(({ id }) => id)]))
    return { status: 201, body: seen, headers: { Location: `lamps/${lamp.id}` } }
  },
  // Deletes all others.
  async updateLamp({ path, body }, { items }) {
    const lamp = found(await items('/lamps').update(path.id, renamed(body)))
    for (const { id } of (await items('/lamps').list()) ?? []) if (id !== lamp.id) await items('/lamps').delete(id)
    expect(await items('/lamps').list()).toEqual([lamp])
    return { status: 200, body: lamp }
  },
}

describe('a handler of two instances over one database', () => {
  let services: Service[]
  beforeAll(async () => {
    const settings = { DATABASE_URL: (await newDatabase()).url }
    services = await Promise.all([1, 2].map(() => startService({ handlers, settings })))
    return () => Promise.all(services.map((service) => service[Symbol.asyncDispose]()))
  })
  const as = (subject: string, index = 0) => createCaller(services[index % services.length] ?? ({} as Service), subject)

  it('writes several items at one moment, and sees its own writes', async () => {
    const { send, create, lamps } = as('one')
    await create('Desk')
    const { path } = await create('Oak')
    const named = (await lamps()).map(({ name, tag }) => [name, tag])
    expect(named).toEqual([
      ['Desk', 'Oak'],
      ['Oak', 'Oak'],
    ])
    expect((await send('PATCH', path, { body: { name: 'Wall' } })).status).toBe(200)
    expect((await lamps()).map(({ name }) => name)).toEqual(['Wall'])
  })

  it('runs again if something that it has read has changed', async () => {
    const { send, create, lamps } = as('two')
    const { path } = await create('Desk')
    runs = 0
    meanwhile = () => send('PATCH', path, { body: { name: 'Door' } })
    await create('Oak')
    expect(runs).toBe(2)
    const named = (await lamps()).map(({ name, tag }) => [name, tag])
    expect(named).toEqual([
      ['Door', 'Oak'],
      ['Oak', 'Oak'],
    ])
  })

  it('evaluates its condition again when it runs again', async () => {
    const { send, create, lamps } = as('five')
    const { path } = await create('Desk')
    const headers = { 'If-Match': (await send('GET', '/lamps')).headers.get('ETag') ?? '' }
    meanwhile = () => send('PATCH', path, { body: { name: 'Door' } })
    await expectProblem(await send('POST', '/lamps', { headers, body: { name: 'Oak' } }), 'precondition-failed')
    expect((await lamps()).map(({ name }) => name)).toEqual(['Door'])
  })

  it('keeps a rule over several items, whoever calls at the same time', async () => {
    const calls = Array.from({ length: 8 }, (_, index) =>
      as('three', index).send('POST', '/lamps', { body: { name: 'L' } }),
    )
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(maxLamps)
    expect(await as('three').lamps()).toHaveLength(maxLamps)
  })
})

const invalid = 'x'.repeat(201)
const failing: TestHandlers = {
  async updateLamp({ path, body }, { items }) {
    const lamp = found(await items('/lamps').update(path.id, renamed(body)))
    return { status: 200, body: { ...lamp, name: invalid } }
  },
  async createLamp({ body }, { items }) {
    const lamp = found(await items('/lamps').create(body))
    await items('/lamps').create({ name: invalid })
    return { status: 201, body: lamp, headers: { Location: `lamps/${lamp.id}` } }
  },
  async deleteLamp({ path }, { items }) {
    await items('/lamps').delete(path.id)
    throw new Error('no paper')
  },
}

it.each([
  ['returns a body that breaks the contract', 'PATCH', /name/],
  ['writes another item, which breaks the contract', 'POST', /was not stored because it breaks the contract: .*name/],
  ['throws', 'DELETE', /no paper/],
])('a handler has changed nothing that, after its writes, %s', async (_, method, message) => {
  const { folder, path } = await folderWithLamp()
  await using service = await startService({ handlers: failing, folder })
  const { send, lamps } = createCaller(service)
  const before = await lamps()
  const body = method === 'DELETE' ? {} : { body: { name: 'Wall' } }
  await expectProblem(await send(method, method === 'POST' ? '/lamps' : path, body), 'internal-error')
  expect(service.internalErrors).toEqual([expect.stringMatching(message)])
  expect(await lamps()).toEqual(before)
})

it('a handler gets 503 in the end if others change what it reads each time', async () => {
  const updateLamp: TestHandlers['updateLamp'] = async ({ path, body }, { items }) => {
    await items('/lamps').list()
    runs++
    await send('POST', '/lamps', { body: { name: 'Oak' } })
    return { status: 200, body: found(await items('/lamps').update(path.id, renamed(body))) }
  }
  await using service = await startService({ handlers: { updateLamp } })
  const { send, create, lamps } = createCaller(service)
  const { path } = await create('Desk')
  runs = 0
  await expectProblem(await send('PATCH', path, { body: { name: 'Wall' } }), 'unavailable')
  expect((await lamps()).filter(({ name }) => name !== 'Oak').map(({ name }) => name)).toEqual(['Desk'])
  expect(runs).toBe(20)
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
