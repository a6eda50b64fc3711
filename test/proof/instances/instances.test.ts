// Several processes of the service over one database. test/proof/histories/ has their concurrent writes.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Plant } from '../../../generated/api.d.ts'
import { developmentIssuer, developmentOwner } from '../../../server/auth/development-issuer.ts'
import { type ApiCaller, callerOf } from '../../support/caller.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { type Database, newDatabase } from '../../support/postgres/database.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import {
  type HeldSocket,
  holdSocket,
  type SupervisedService,
  startSupervised,
} from '../../support/supervised-service.ts'
import { Load } from '../load/load.ts'
import type { StoredPlant } from '../load/write-record.ts'

afterAll(cleanUp)

let database: Database
let folder: string
let sockets: [HeldSocket, ...HeldSocket[]]
let services: SupervisedService[]
let token: (subject?: string) => Promise<string>
/** The addresses of the instances. */
let urls: string[]

beforeAll(async () => {
  database = await newDatabase()
  folder = await newFolder()
  sockets = [holdSocket(), holdSocket(), holdSocket()]
  urls = sockets.map(({ port }) => `http://127.0.0.1:${port}`)
  // All start at the same time with an empty database and an empty folder.
  services = await Promise.all(sockets.map(start))
  const issuer = await developmentIssuer(folder)
  token = (subject = 'gardener') => issuer.sign({ subject, scope: 'plants:read plants:write' })
}, 60_000)

function start(socket: HeldSocket): Promise<SupervisedService> {
  return startSupervised(socket, { DATABASE_URL: database.url, DATA: folder })
}

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
      () => database.query(`UPDATE plant SET name = 'Basil' WHERE name = 'Mint'`),
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
    await database.query('UPDATE plant SET name = $2 WHERE id = $1', [plant.id, '\u0007'])
    await expectPlants(other.plant)
    expect((await b.send('GET', path)).status).toBe(500)
    const changed = await b.send('PATCH', path, { body: { name: 'Fern' } })
    await expectPlants(changed.body as Plant, other.plant)
  })

  it('show each write to the next request, and no request fails while one restarts', { timeout: 60_000 }, async () => {
    const names = ['ann', 'bob', 'cleo', 'dan']
    const callers = names.map(async (name) => ({ owner: developmentOwner(name), token: await token(name) }))
    const options = { urls, callers: await Promise.all(callers), random: seededRandom(1) }
    // New connections wait until the instance listens again.
    const load = new Load({ ...options, keepAlive: false })
    load.start()
    await vi.waitUntil(() => load.record.acknowledged > 20, { timeout: 10_000 })
    expect(await services[0]?.stop()).toBe(0)
    services[0] = await start(sockets[0])
    await vi.waitUntil(() => load.record.acknowledged > 40, { timeout: 10_000 })
    await load.stop()
    expect(load.errors).toEqual([])
    const stored = await database.query(`SELECT owner, id, name, tag FROM plant WHERE name LIKE 'plant %'`)
    // Safe because the statement selects these columns, which have strings.
    const differences = load.record.compare(stored as unknown as StoredPlant[])
    expect(differences).toEqual({ lost: [], duplicated: [], unexpected: [] })
  })
})
