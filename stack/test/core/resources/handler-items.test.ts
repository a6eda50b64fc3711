// Handlers through the real service, on both databases: the conditions of their requests, and what the service sets.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiResponse, callerOf } from '../../../../test/support/caller.ts'
import { expectProblem } from '../../../../test/support/problem.ts'
import type { TestHandlers } from '../../../../test/support/service.ts'
import { type Service, type ServiceOptions, startService } from '../../../../test/support/service.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { newDatabase } from '../../support/postgres/database.ts'
import { found, renamed } from './plant-handlers.ts'

afterAll(cleanUp)

/** Called once by a handler, after it has read and before it writes. */
let meanwhile: () => Promise<unknown> = async () => {}

async function callMeanwhile(): Promise<void> {
  const call = meanwhile
  meanwhile = async () => {}
  await call()
}

const handlers: TestHandlers = {
  async createPlant({ body }, { items }) {
    await items('/plants').list()
    await callMeanwhile()
    const plant = found(await items('/plants').create(body))
    return { status: 201, body: plant, headers: { Location: `plants/${plant.id}` } }
  },
  async updatePlant({ path, body }, { items }) {
    await items('/plants').get(path.id)
    await callMeanwhile()
    return { status: 200, body: found(await items('/plants').update(path.id, renamed(body))) }
  },
  async deletePlant({ path }, { items }) {
    await items('/plants').get(path.id)
    await callMeanwhile()
    found(await items('/plants').delete(path.id))
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

/** A caller with one plant. */
async function gardener(service: Service) {
  const { send, create, plants } = callerOf(service, crypto.randomUUID())
  const { path, etag } = await create('Fern')
  const list = (await send('GET', '/plants')).headers.get('ETag') ?? ''
  return {
    ofList: { 'If-Match': list },
    ofPlant: { 'If-Match': etag },
    names: async () => (await plants()).map(({ name }) => name),
    add: (name: string, headers = {}) => send('POST', '/plants', { headers, body: { name } }),
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
    change: ({ add }) => add('Moss'),
    done: { status: 201, names: ['Fern', 'Oak'] },
    refused: ['Fern', 'Moss'],
  },
  {
    method: 'PATCH',
    send: ({ rename, ofPlant }) => rename('Oak', ofPlant),
    change: ({ rename }) => rename('Moss'),
    done: { status: 200, names: ['Oak'] },
    refused: ['Moss'],
  },
  {
    method: 'DELETE',
    send: ({ remove, ofPlant }) => remove(ofPlant),
    change: ({ rename }) => rename('Moss'),
    done: { status: 204, names: [] },
    refused: ['Moss'],
  },
]

describe.each(databases)('a handler over %s', (_, settings) => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ handlers, settings: await settings() })
    return () => service[Symbol.asyncDispose]()
  })

  it.each(conditional)(
    'evaluates the conditions of $method inside the write',
    async ({ send, change, done, refused }) => {
      const ann = await gardener(service)
      meanwhile = () => change(ann)
      await expectProblem(await send(ann), 'precondition-failed')
      expect(await ann.names()).toEqual(refused)
      const bea = await gardener(service)
      expect({ status: (await send(bea)).status, names: await bea.names() }).toEqual(done)
    },
  )

  it('returns the ETag that GET returns', async () => {
    const { rename } = await gardener(service)
    const { headers } = await rename('Oak')
    expect((await rename('Moss', { 'If-Match': headers.get('ETag') })).status).toBe(200)
  })

  it('returns 404 before 412', async () => {
    const { remove, rename } = await gardener(service)
    await remove()
    for (const response of [await remove({ 'If-Match': '*' }), await rename('Oak', { 'If-Match': '*' })]) {
      await expectProblem(response, 'not-found')
    }
  })
})

describe('a handler that does not write at its path first', () => {
  const mistakes: [what: string, handlers: TestHandlers, method: 'POST' | 'PATCH' | 'DELETE', message: RegExp][] = [
    [
      'changes another item',
      {
        async deletePlant(_, { items }) {
          const [, second] = (await items('/plants').list()) ?? []
          await items('/plants').update(second?.id ?? '', (plant) => ({ ...plant, name: 'Moss' }))
          return { status: 204 }
        },
      },
      'DELETE',
      /^deletePlant has x-conditions, so the first write of its handler must be to the item at its path\.$/,
    ],
    [
      'creates an item',
      {
        async updatePlant(_, { items }) {
          return { status: 200, body: found(await items('/plants').create({ name: 'Moss' })) }
        },
      },
      'PATCH',
      /^updatePlant has x-conditions/,
    ],
    [
      'writes nothing',
      {
        updatePlant: async ({ path }, { items }) => ({ status: 200, body: found(await items('/plants').get(path.id)) }),
      },
      'PATCH',
      /^updatePlant has x-conditions/,
    ],
    [
      'deletes an item of a list',
      {
        async createPlant(_, { items }) {
          const [first] = (await items('/plants').list()) ?? []
          await items('/plants').delete(first?.id ?? '')
          return { status: 201, body: found(first), headers: { Location: 'plants/x' } }
        },
      },
      'POST',
      /^createPlant has x-conditions, so the first write of its handler must create an item in the collection at its path\.$/,
    ],
  ]

  it.each(mistakes)('gets 500 and changes nothing: it %s', async (_, mistaken, method, message) => {
    const folder = await newFolder()
    const { path } = await whileServing({ folder }, async (service) => {
      const { create } = callerOf(service, 'ann')
      const fern = await create('Fern')
      await create('Oak')
      return fern
    })
    await using service = await startService({ handlers: mistaken, folder })
    const { send, plants } = callerOf(service, 'ann')
    for (const headers of [{}, { 'If-Match': '"other"' }]) {
      const [url, body] = method === 'POST' ? ['/plants', { name: 'Moss' }] : [path, { name: 'Moss' }]
      await expectProblem(await send(method, url, { headers, ...(method !== 'DELETE' && { body }) }), 'internal-error')
    }
    expect((await plants()).map(({ name }) => name)).toEqual(['Fern', 'Oak'])
    expect(service.internalErrors).toEqual([expect.stringMatching(message), expect.stringMatching(message)])
  })
})

describe('the items of a handler', () => {
  it('have the defaults of the contract', async () => {
    const folder = await newFolder()
    const { path, plant } = await whileServing({ folder }, (service) => callerOf(service).create('Fern'))
    const database = new DatabaseSync(join(folder, 'plants.db'))
    database.exec(`UPDATE item SET text = json_remove(text, '$.tag')`)
    database.close()
    await using service = await startService({ handlers, folder })
    const { body } = await callerOf(service).send('PATCH', path, { body: { name: 'Oak' } })
    expect(body).toEqual({ ...plant, name: 'Oak', updatedAt: expect.any(String) })
  })

  it('keep their id and the time of their creation, and get the time of each change', async () => {
    let time = '2026-01-01T10:00:00.000Z'
    const updatePlant: TestHandlers['updatePlant'] = async ({ path, body }, { items }) => {
      const own = { id: 'x', createdAt: 'y', updatedAt: 'z' }
      return {
        status: 200,
        body: found(await items('/plants').update(path.id, (plant) => ({ ...renamed(body)(plant), ...own }))),
      }
    }
    await using service = await startService({ handlers: { updatePlant }, now: () => new Date(time) })
    const { send, create } = callerOf(service)
    const { path, plant } = await create('Fern')
    const rename = async (name: string, at: string) => {
      time = at
      return (await send('PATCH', path, { body: { name } })).body
    }
    const changed = { ...plant, name: 'Oak', updatedAt: '2026-01-02T10:00:00.000Z' }
    expect(await rename('Oak', changed.updatedAt)).toEqual(changed)
    expect(await rename('Oak', '2026-01-03T10:00:00.000Z')).toEqual(changed)
    // A clock may have been set back.
    expect(await rename('Moss', '2026-01-01T11:00:00.000Z')).toEqual({ ...changed, name: 'Moss' })
  })

  it('are created once for an Idempotency-Key', async () => {
    await using service = await startService({ handlers })
    const { add, names } = await gardener(service)
    const key = { 'Idempotency-Key': 'one' }
    expect((await add('Oak', key)).text).toBe((await add('Oak', key)).text)
    await expectProblem(await add('Moss', key), 'idempotency-key-reused')
    expect(await names()).toEqual(['Fern', 'Oak'])
  })
})
