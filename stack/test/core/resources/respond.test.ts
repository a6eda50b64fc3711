// The compiler runs the tests of types (`make check`): a line that must not compile has a mark, and a mark without need is an error.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeEach, describe, expect, expectTypeOf, it, onTestFinished } from 'vitest'
import type { AnyHandlers } from '../../../core/resources/any-handlers.ts'
import { OutcomeUnknown } from '../../../core/resources/item-store.ts'
import { createMemoryStore } from '../../../core/resources/memory-store.ts'
import { standardMethods } from '../../../core/resources/standard-methods.ts'
import type { Handler, Handlers, Input, Result } from '../../product/generated/handlers.ts'
import { contract } from '../../product/generated/index.ts'
import { callerOf } from '../../support/caller.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { expectProblem } from '../../support/problem.ts'
import { startService } from '../../support/service.ts'

afterAll(cleanUp)

const lamp = { id: '', name: '', tag: '', createdAt: '', updatedAt: '' }

describe('the types of handlers', () => {
  it('have the defaults of parameters filled in', () => {
    expectTypeOf<Input<'listLamps'>['query']['limit']>().toEqualTypeOf<number>()
    expectTypeOf<Input<'listLamps'>['query']['tag']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<Input<'createLamp'>['body']['tag']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<Input<'deleteLamp'>['path']['id']>().toEqualTypeOf<string>()
  })

  it('require nothing for a standard operation, and let an adapter change its input', () => {
    const none: Pick<Handlers, 'getLamp'> = {}
    const adapts: typeof none = { getLamp: { adapt: (input) => input } }
    // @ts-expect-error: no operation is called waterLamp
    const unknown: Partial<Handlers> = { waterLamp: { adapt: (input: object) => input } }
    void [none, adapts, unknown]
  })

  it('require a function that reads the item, where the conditions of other operations refer to a GET', () => {
    const reader: Pick<Handlers, 'getLamp'> = { getLamp: { read: (item) => ({ status: 200, body: item }) } }
    // @ts-expect-error: updateLamp and deleteLamp could not evaluate their conditions
    const handler: Pick<Handlers, 'getLamp'> = { getLamp: async () => ({ status: 200, body: lamp }) }
    // @ts-expect-error: createLamp evaluates the tag of the standard list
    const list: Pick<Handlers, 'listLamps'> = { listLamps: async () => ({ status: 200, body: [] }) }
    void [reader, handler, list]
  })

  it('accept the documented results only', () => {
    const results: Result<'listLamps'>[] = [
      { status: 200, body: [lamp] },
      { status: 200, body: [], headers: { Link: '<?after=x>; rel="next"' } },
      // @ts-expect-error: 202 is not documented
      { status: 202, body: [] },
      // @ts-expect-error: a name is a string
      { status: 200, body: [{ ...lamp, name: 1 }] },
      // @ts-expect-error: a list has a body
      { status: 200 },
      // @ts-expect-error: X-Secret is not documented
      { status: 200, body: [], headers: { 'X-Secret': '1' } },
    ]
    const deleted: Result<'deleteLamp'>[] = [
      { status: 204 },
      // @ts-expect-error: a deletion has no body
      { status: 204, body: lamp },
    ]
    const created: Result<'createLamp'>[] = [
      { status: 201, body: lamp, headers: { Location: 'lamps/x' } },
      // @ts-expect-error: Location is required
      { status: 201, body: lamp, headers: {} },
      // @ts-expect-error: headers are required
      { status: 201, body: lamp },
    ]
    void [results, deleted, created]
  })
})

it('an operation that is not standard has a standard method only after an adapter', () => {
  const parts = { store: createMemoryStore(contract), digest: String, now: () => new Date(), newId: () => '' }
  const [list, ...standard] = contract.standardOperations
  expect(list).toBe('listLamps')
  const adapted = { ...contract, standardOperations: standard, adaptedParameters: { listLamps: ['kind'] } }
  const methodsWith = (handlers: AnyHandlers) => [...standardMethods(adapted, { ...parts, handlers }).keys()]
  expect(methodsWith({})).toEqual(standard)
  expect(methodsWith({ listLamps: async () => ({ status: 200, body: [] }) })).toEqual(standard)
  expect(methodsWith({ listLamps: { adapt: (call: unknown) => call } })).toEqual(['listLamps', ...standard])
})

it.each<[string, Handler<'getLamp'>, RegExp]>([
  // The compiler refuses this status, so the test has to hide it.
  ['an undocumented status', async () => ({ status: 201, body: lamp }) as never, /status 201 is not documented/],
  ['an unknown outcome', () => Promise.reject(new OutcomeUnknown('disk full')), /may or may not .*disk full/],
])('the operator learns the cause of a 500: %s', async (_what, getLamp, cause) => {
  await using service = await startService({ handlers: { getLamp } })
  await expectProblem(await callerOf(service).send('GET', `/lamps/${crypto.randomUUID()}`), 'internal-error')
  expect(service.internalErrors).toEqual([expect.stringMatching(cause)])
})

// RFC 9110, 8.8.2, and the conditions that compare it.
describe('Last-Modified', () => {
  const before = 'Thu, 20 Nov 2025 08:59:59 GMT'
  const created = 'Thu, 20 Nov 2025 09:00:00 GMT'
  const after = 'Thu, 20 Nov 2025 09:00:01 GMT'
  let time: string
  let bea: ReturnType<typeof callerOf>
  let url: string
  beforeEach(async () => {
    time = '2025-11-20T09:00:00.999Z'
    const dated = await startService({ now: () => new Date(time) })
    onTestFinished(() => dated[Symbol.asyncDispose]())
    bea = callerOf(dated, 'bea')
    url = (await bea.create('Desk')).path
  })
  const get = (headers: Record<string, string> = {}, method = 'GET') => bea.send(method, url, { headers })
  const dateOf = ({ headers }: { headers: Headers }) => headers.get('Last-Modified')

  it('is the time of the last change in whole seconds, in each response with one lamp', async () => {
    const key = { 'Idempotency-Key': 'dated-1' }
    const create = () => bea.send('POST', '/lamps', { headers: key, body: { name: 'Wall' } })
    for (const response of [await create(), await get(), await get({}, 'HEAD'), await get({ 'If-None-Match': '*' })]) {
      expect(dateOf(response)).toBe(created)
    }
    time = '2025-11-20T09:00:01.500Z'
    for (const body of [{ name: 'Desk' }, { name: 'Wall' }, {}]) {
      expect(dateOf(await bea.send('PATCH', url, { body }))).toBe(body.name === 'Desk' ? created : after)
    }
    expect(dateOf(await get())).toBe(after)
    // The replay returns the lamp as it was created.
    expect(dateOf(await create())).toBe(created)
    for (const response of [await bea.send('GET', '/lamps'), await bea.send('DELETE', url)]) {
      expect(dateOf(response)).toBeNull()
    }
  })

  it('is never later than the clock, which may be set back', async () => {
    time = '2025-11-20T08:59:59.500Z'
    expect(dateOf(await get())).toBe(before)
    expect(dateOf(await get({ 'If-None-Match': '*' }))).toBe(before)
  })

  it('is compared with the dates in conditions', async () => {
    const statusOf = async (headers: Record<string, string>) => (await get(headers)).status
    expect(await statusOf({ 'If-Modified-Since': created })).toBe(304)
    expect(await statusOf({ 'If-Modified-Since': before })).toBe(200)
    await expectProblem(await get({ 'If-Unmodified-Since': before }), 'precondition-failed', {
      detail: 'Last-Modified is later than If-Unmodified-Since. Read again, then retry.',
    })
    const change = (date: string) =>
      bea.send('PATCH', url, { headers: { 'If-Unmodified-Since': date }, body: { name: 'Wall' } })
    expect([(await change(before)).status, (await change(created)).status]).toEqual([412, 200])
  })

  it('is no reason for 304 if the contract got a property after the lamp was stored', async () => {
    const folder = await newFolder()
    const now = () => new Date(time)
    const earlier = await startService({ folder, now })
    const { path } = await callerOf(earlier).create('Desk')
    await earlier[Symbol.asyncDispose]()
    const database = new DatabaseSync(join(folder, 'rooms.db'))
    database.exec("UPDATE item SET text = json_remove(text, '$.tag')")
    database.close()
    await using service = await startService({ folder, now })
    const ann = callerOf(service)
    const headers = { 'If-Modified-Since': created }
    expect(await ann.send('GET', path, { headers })).toMatchObject({ status: 200, body: { name: 'Desk', tag: '' } })
    time = '2025-11-20T09:00:01.500Z'
    await ann.send('PATCH', path, { body: { name: 'Wall' } })
    expect((await ann.send('GET', path, { headers })).status).toBe(200)
    expect((await ann.send('GET', path, { headers: { 'If-Modified-Since': after } })).status).toBe(304)
  })

  it('is not there for a list, so dates have no effect', async () => {
    const headers = { 'If-Modified-Since': after, 'If-Unmodified-Since': before }
    expect((await bea.send('GET', '/lamps', { headers })).status).toBe(200)
    expect((await bea.send('POST', '/lamps', { headers, body: { name: 'Wall' } })).status).toBe(201)
    // PATCH and DELETE ignore If-Modified-Since (13.1.3).
    const since = { 'If-Modified-Since': after }
    expect((await bea.send('PATCH', url, { headers: since, body: { name: 'Wall' } })).status).toBe(200)
    expect((await bea.send('DELETE', url, { headers: since })).status).toBe(204)
  })
})
