// Several processes of the service over one database. lab/histories/ has their concurrent writes, and
// lab/restarts/ their restarts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Plant } from '../../generated/api.d.ts'
import { product } from '../../generated/product.ts'
import { developmentIssuer } from '../../stack/server/auth/development-issuer.ts'
import { cleanUp, newFolder } from '../../stack/test/support/folder.ts'
import { type Database, newDatabase } from '../../stack/test/support/postgres/database.ts'
import { type ApiCaller, callerOf } from '../../test/support/caller.ts'
import { startProcess } from '../../test/support/service-process.ts'

afterAll(cleanUp)

let database: Database
let token: (subject?: string) => Promise<string>
/** The addresses of the instances. */
let urls: string[]

beforeAll(async () => {
  database = await newDatabase()
  const folder = await newFolder()
  const settings = { DATABASE_URL: database.url, DATA: folder, RATE_LIMIT_PER_MINUTE: '0' }
  // All start at the same time with an empty database and an empty folder.
  const services = await Promise.all([1, 2, 3].map(() => startProcess(settings)))
  urls = services.map(({ url }) => url)
  const issuer = await developmentIssuer(product, folder)
  token = (subject = 'gardener') => issuer.sign({ subject, scope: 'plants:read plants:write' })
})

/** The same caller at each instance. */
function callersAt(subject: string): [a: ApiCaller, b: ApiCaller, c: ApiCaller] {
  const [a = '', b = '', c = ''] = urls
  const callerAt = (url: string) => callerOf({ token, request: (path, init) => fetch(url + path, init) }, subject)
  return [callerAt(a), callerAt(b), callerAt(c)]
}

describe('three instances', () => {
  it('return 304 to a list of another instance, until an instance or another program writes', async () => {
    const [a, b, c] = callersAt('lists')
    const { path } = await c.create('Fern')
    const tagAt = async (caller: ApiCaller) => (await caller.send('GET', '/plants')).headers.get('ETag') ?? ''
    const conditional = async (caller: ApiCaller, tag: string) =>
      (await caller.send('GET', '/plants', { headers: { 'If-None-Match': tag } })).status
    for (const write of [
      () => c.send('PATCH', path, { body: { name: 'Moss' } }),
      () => c.create('Mint'),
      () => c.send('DELETE', path),
      () =>
        database.query(
          `UPDATE item SET text = replace(text::text, 'Mint', 'Basil')::json WHERE text ->> 'name' = 'Mint'`,
        ),
    ]) {
      const before = await tagAt(a)
      expect([await conditional(b, before), await conditional(c, before), await tagAt(b)]).toEqual([304, 304, before])
      await write()
      expect([await conditional(b, before), await conditional(a, before)]).toEqual([200, 200])
      expect(await tagAt(a)).not.toBe(before)
      expect(await tagAt(b)).toBe(await tagAt(c))
    }
  })

  it('validate a list again when another program has changed it', async () => {
    const callers = callersAt('validation')
    const [a, b] = callers
    const { plant, path } = await a.create('Fern')
    const other = await a.create('Moss')
    const expectPlants = async (...plants: unknown[]) => {
      for (const caller of callers) expect(await caller.plants()).toEqual(plants)
    }
    await expectPlants(plant, other.plant)
    await database.query(`UPDATE item SET text = replace(text::text, 'Fern', '\\u0007')::json WHERE id = $1`, [
      plant.id,
    ])
    await expectPlants(other.plant)
    expect((await b.send('GET', path)).status).toBe(500)
    const changed = await b.send('PATCH', path, { body: { name: 'Fern' } })
    await expectPlants(changed.body as Plant, other.plant)
  })
})
