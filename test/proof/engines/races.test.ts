// Requests of several callers at the same time, over each engine, to one instance or to several.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Plant } from '../../../generated/api.d.ts'
import { type ApiCaller, callerOf } from '../../support/caller.ts'
import { engines } from '../../support/engines.ts'
import { cleanUp, newFolder, onCleanUp } from '../../support/folder.ts'
import { startService } from '../../support/service.ts'

afterAll(cleanUp)

const requests = 24

describe.each([
  ['SQLite', 1],
  ['PostgreSQL', 1],
  ['PostgreSQL', 3],
] as const)('over %s, with %i instances', (engine, instances) => {
  let callers: ApiCaller[]
  beforeAll(async () => {
    const settings = await engines[engine]()
    const folder = await newFolder()
    callers = []
    for (let count = 0; count < instances; count++) {
      const service = await startService({ settings, folder })
      onCleanUp(async () => service[Symbol.asyncDispose]())
      callers.push(callerOf(service))
    }
  })

  function callerAt(index: number): ApiCaller {
    const caller = callers[index % callers.length]
    if (caller === undefined) throw new Error('there is no instance')
    return caller
  }
  /** Sends the requests at the same time, each to another instance than the one before. */
  const atOnce = <T>(send: (caller: ApiCaller, index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: requests }, (_, index) => send(callerAt(index), index)))

  it('one PATCH with If-Match succeeds, the others get 412', async () => {
    const { etag, path } = await callerAt(0).create('Fern')
    const responses = await atOnce((caller, index) =>
      caller.send('PATCH', path, { headers: { 'If-Match': etag }, body: { name: `Fern ${index}` } }),
    )
    const [changed, ...others] = responses.filter(({ status }) => status !== 412)
    expect(others).toEqual([])
    expect(changed?.status).toBe(200)
    for (const caller of callers) expect((await caller.send('GET', path)).text).toBe(changed?.text)
  })

  it('one PATCH or DELETE with If-Match succeeds, the others get 412 or 404', async () => {
    const { etag, path } = await callerAt(0).create('Fern')
    const headers = { 'If-Match': etag }
    const responses = await atOnce((caller, index) =>
      index % 2 === 0
        ? caller.send('DELETE', path, { headers })
        : caller.send('PATCH', path, { headers, body: { name: `Fern ${index}` } }),
    )
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status !== 412 && status !== 404)).toEqual([expect.toSatisfy(isSuccess)])
    expect((await callerAt(1).send('GET', path)).status).toBe(statuses.includes(204) ? 404 : 200)
  })

  it('one DELETE succeeds, the others get 404', async () => {
    const { path } = await callerAt(0).create('Fern')
    const statuses = (await atOnce((caller) => caller.send('DELETE', path))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([204, ...Array(requests - 1).fill(404)])
  })

  it('no PATCH of another field is lost', async () => {
    const { path } = await callerAt(0).create('Fern', 'old')
    await atOnce((caller, index) =>
      caller.send('PATCH', path, { body: index % 2 === 0 ? { name: 'Moss' } : { tag: 'new' } }),
    )
    expect((await callerAt(1).send('GET', path)).body).toMatchObject({ name: 'Moss', tag: 'new' })
  })

  it('one Idempotency-Key creates one plant', async () => {
    const before = (await callerAt(0).plants()).length
    const headers = { 'Idempotency-Key': 'one' }
    const responses = await atOnce((caller) => caller.send('POST', '/plants', { headers, body: { name: 'Fern' } }))
    const [first] = responses
    for (const { status, text } of responses) expect([status, text]).toEqual([201, first?.text])
    for (const caller of callers) expect(await caller.plants()).toHaveLength(before + 1)
  })

  it('one Idempotency-Key with two bodies creates one plant, and the other body gets 422', async () => {
    const headers = { 'Idempotency-Key': 'two' }
    const names = ['Fern', 'Moss']
    const responses = await atOnce((caller, index) =>
      caller.send('POST', '/plants', { headers, body: { name: names[index % 2] } }),
    )
    const created = responses.filter(({ status }) => status === 201).map(({ body }) => body as Plant)
    expect(new Set(created.map(({ id }) => id)).size).toBe(1)
    for (const [index, { status }] of responses.entries()) {
      expect(status).toBe(names[index % 2] === created[0]?.name ? 201 : 422)
    }
  })

  it('each created plant is in the list, once', async () => {
    const before = (await callerAt(0).plants()).map(({ id }) => id)
    const created = await atOnce((caller, index) => caller.create(`Fern ${index}`))
    const ids = [...before, ...created.map(({ plant }) => plant.id)]
    expect((await callerAt(1).plants()).map(({ id }) => id)).toEqual(ids.toSorted())
  })
})

function isSuccess(status: number): boolean {
  return status === 200 || status === 204
}
