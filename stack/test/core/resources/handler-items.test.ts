// Handlers through the real service, on both databases: the conditions of their requests, and what the service sets.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiResponse, callerOf } from '../../support/caller.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { newDatabase } from '../../support/postgres/database.ts'
import { expectProblem } from '../../support/problem.ts'
import type { TestHandlers } from '../../support/service.ts'
import { type Service, type ServiceOptions, startService } from '../../support/service.ts'
import { found, renamed } from './lamp-handlers.ts'

afterAll(cleanUp)

/** Called once by a handler, after it has read and before it writes. */
let meanwhile: () => Promise<unknown> = async () => {}

async function callMeanwhile(): Promise<void> {
  const call = meanwhile
  meanwhile = async () => {}
  await call()
}

const handlers: TestHandlers = {
  async createLamp({ body }, { items }) {
    await items('/lamps').list()
    await callMeanwhile()
    const lamp = found(await items('/lamps').create(body))
    return { status: 201, body: lamp, headers: { Location: `lamps/${lamp.id}` } }
  },
  async updateLamp({ path, body }, { items }) {
    await items('/lamps').get(path.id)
    await callMeanwhile()
    return { status: 200, body: found(await items('/lamps').update(path.id, renamed(body))) }
  },
  async deleteLamp({ path }, { items }) {
    await items('/lamps').get(path.id)
    await callMeanwhile()
    found(await items('/lamps').delete(path.id))
    return { status: 204 }
  },
}

async function whileServing<T>(options: ServiceOptions, use: (service: Service) => Promise<T>): Promise<T> {
  await using service = await startService(options)
  return await use(service)
}

const databases = [
  ['SQLite', async () => ({})],
  ['PostgreSQL', async () => ({ DATABASE_URL: (await newDatabase()).url })],
] as const

/** A caller with one lamp. */
async function gardener(service: Service) {
  const { send, create, lamps } = callerOf(service, crypto.randomUUID())
  const { path, etag } = await create('Desk')
  const list = (await send('GET', '/lamps')).headers.get('ETag') ?? ''
  return {
    ofList: { 'If-Match': list },
    ofLamp: { 'If-Match': etag },
    names: async () => (await lamps()).map(({ name }) => name),
    add: (name: string, headers = {}) => send('POST', '/lamps', { headers, body: { name } }),
    rename: (name: string, headers = {}) => send('PATCH', path, { headers, body: { name } }),
    remove: (headers = {}) => send('DELETE', path, { headers }),
  }
}
type Gardener = Awaited<ReturnType<typeof gardener>>

interface Conditional {
  method: string
  send: (ann: Gardener) => Promise<ApiResponse>
  /** What another request of the caller does between the read and the write of the handler. */
  change: (ann: Gardener) => Promise<ApiResponse>
  done: { status: number; names: string[] }
  refused: string[]
}

const conditional: Conditional[] = [
  {
    method: 'POST',
    send: ({ add, ofList }) => add('Oak', ofList),
    change: ({ add }) => add('Wall'),
    done: { status: 201, names: ['Desk', 'Oak'] },
    refused: ['Desk', 'Wall'],
  },
  {
    method: 'PATCH',
    send: ({ rename, ofLamp }) => rename('Oak', ofLamp),
    change: ({ rename }) => rename('Wall'),
    done: { status: 200, names: ['Oak'] },
    refused: ['Wall'],
  },
  {
    method: 'DELETE',
    send: ({ remove, ofLamp }) => remove(ofLamp),
    change: ({ rename }) => rename('Wall'),
    done: { status: 204, names: [] },
    refused: ['Wall'],
  },
]

describe.each(databases)('a handler over %s', (_, settings) => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ handlers, settings: await settings() })
    return () => service[Symbol.asyncDispose]()
  })

  it.each(conditional)(
    'evaluates the conditions of $method with what it writes',
    async ({ send, change, done, refused }) => {
      const ann = await gardener(service)
      meanwhile = () => change(ann)
      await expectProblem(await send(ann), 'precondition-failed')
      expect(await ann.names()).toEqual(refused)
      const bea = await gardener(service)
      expect({ status: (await send(bea)).status, names: await bea.names() }).toEqual(done)
    },
  )
})

it('a handler whose condition is false does not run, whatever it would write', async () => {
  const createLamp: TestHandlers['createLamp'] = async (_, { items }) => {
    const [first] = (await items('/lamps').list()) ?? []
    await items('/lamps').delete(first?.id ?? '')
    return { status: 201, body: found(first), headers: { Location: 'lamps/x' } }
  }
  const deleteLamp: TestHandlers['deleteLamp'] = async (_, { items }) => {
    await items('/lamps').create({ name: 'Oak' })
    return { status: 204 }
  }
  await using service = await startService({ handlers: { ...handlers, deleteLamp } })
  const ann = await gardener(service)
  await expectProblem(await ann.remove({ 'If-Match': '"other"' }), 'precondition-failed')
  expect(await ann.names()).toEqual(['Desk'])
  expect((await ann.remove(ann.ofLamp)).status).toBe(204)
  expect(await ann.names()).toEqual(['Desk', 'Oak'])
  await using other = await startService({ handlers: { createLamp }, folder: await newFolder() })
  const { send } = callerOf(other)
  await expectProblem(
    await send('POST', '/lamps', { headers: { 'If-Match': '"other"' }, body: { name: 'Wall' } }),
    'precondition-failed',
  )
})

describe('the items of a handler', () => {
  it('have the defaults of the contract', async () => {
    const folder = await newFolder()
    const { path, lamp } = await whileServing({ folder }, (service) => callerOf(service).create('Desk'))
    const database = new DatabaseSync(join(folder, 'rooms.db'))
    database.exec(`UPDATE item SET text = json_remove(text, '$.tag')`)
    database.close()
    await using service = await startService({ handlers, folder })
    const { body } = await callerOf(service).send('PATCH', path, { body: { name: 'Oak' } })
    expect(body).toEqual({ ...lamp, name: 'Oak', updatedAt: expect.any(String) })
  })

  it('keep their id and the time of their creation, and get the time of each change', async () => {
    let time = '2026-01-01T10:00:00.000Z'
    const updateLamp: TestHandlers['updateLamp'] = async ({ path, body }, { items }) => {
      const own = { id: 'x', createdAt: 'y', updatedAt: 'z' }
      return {
        status: 200,
        body: found(await items('/lamps').update(path.id, (lamp) => ({ ...renamed(body)(lamp), ...own }))),
      }
    }
    await using service = await startService({ handlers: { updateLamp }, now: () => new Date(time) })
    const { send, create } = callerOf(service)
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

  it('are created once for an Idempotency-Key', async () => {
    await using service = await startService({ handlers })
    const { add, names } = await gardener(service)
    const key = { 'Idempotency-Key': 'one' }
    expect((await add('Oak', key)).text).toBe((await add('Oak', key)).text)
    await expectProblem(await add('Wall', key), 'idempotency-key-reused')
    expect(await names()).toEqual(['Desk', 'Oak'])
  })
})
