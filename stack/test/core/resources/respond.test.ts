// The compiler runs the tests of types (`make check`): a line that must not compile has a mark, and a mark without need is an error.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeEach, describe, expect, expectTypeOf, it, onTestFinished } from 'vitest'
import type { Handlers, Input, Result } from '../../product/generated/handlers.ts'
import { callerOf } from '../../support/caller.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
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

  it('is never later than the clock, which may be set back', async () => {
    time = '2025-11-20T08:59:59.500Z'
    expect(dateOf(await get())).toBe(before)
    expect(dateOf(await get({ 'If-None-Match': '*' }))).toBe(before)
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
})
