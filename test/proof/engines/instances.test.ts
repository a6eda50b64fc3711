// Several processes of the service over one database, behind a load balancer that sends each request to another one.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { developmentIssuer } from '../../../server/auth/development-issuer.ts'
import { migrations } from '../../../server/store/postgres-migrations.ts'
import { type ApiCaller, callerOf } from '../../support/caller.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { type Database, newDatabase } from '../../support/postgres/database.ts'
import { startLoadBalancer } from '../../support/round-robin.ts'
import {
  type HeldSocket,
  holdSocket,
  type SupervisedService,
  startSupervised,
} from '../../support/supervised-service.ts'
import { withTimes } from '../implementations.ts'
import { startLoad } from '../restarts/load.ts'

afterAll(cleanUp)

const names = ['A', 'B', 'C']
const scope = 'plants:read plants:write'

let database: Database
let folder: string
let sockets: HeldSocket[]
let services: SupervisedService[]
let token: (subject?: string) => Promise<string>
/** The addresses of the instances. */
let urls: string[]
let balancer: { url: string; failures: string[] }

beforeAll(async () => {
  database = await newDatabase()
  folder = await newFolder()
  sockets = names.map(() => holdSocket())
  urls = sockets.map(({ port }) => `http://127.0.0.1:${port}`)
  // All start at the same time with an empty database and an empty folder.
  services = await Promise.all(sockets.map(start))
  const issuer = await developmentIssuer(folder)
  token = (subject = 'gardener') => issuer.sign({ subject, scope })
  balancer = await startLoadBalancer(urls)
}, 60_000)

function start(socket: HeldSocket): Promise<SupervisedService> {
  const settings = { DATABASE_URL: database.url, DATA: folder, CLOCK_TOLERANCE_SECONDS: '0' }
  return startSupervised(socket, settings)
}

function callerAt(url: string, subject: string): ApiCaller {
  return callerOf({ token, request: (path, init) => fetch(url + path, init) }, subject)
}

/** The same caller at each instance. */
function callersAt(subject: string): [a: ApiCaller, b: ApiCaller, c: ApiCaller] {
  const [a = '', b = '', c = ''] = urls
  return [callerAt(a, subject), callerAt(b, subject), callerAt(c, subject)]
}

describe('three instances', () => {
  it('create the tables once', async () => {
    expect(await database.query('SELECT version FROM data_version')).toEqual([{ version: migrations.length }])
  })

  it('show each write to the next request, at any instance', async () => {
    const run = async (subject: string) => {
      const caller = callerAt(balancer.url, subject)
      for (let round = 0; round < 5; round++) {
        const { plant, path, etag } = await caller.create(`Fern ${round}`)
        expect((await caller.send('GET', path)).body).toEqual(plant)
        expect(await caller.plants()).toContainEqual(plant)
        const changed = await caller.send('PATCH', path, { headers: { 'If-Match': etag }, body: { tag: 'x' } })
        expect(changed.status).toBe(200)
        expect((await caller.send('GET', path)).text).toBe(changed.text)
        expect((await caller.send('PATCH', path, { headers: { 'If-Match': etag }, body: { tag: 'y' } })).status).toBe(
          412,
        )
        expect((await caller.send('GET', '/plants?tag=x')).body).toEqual([changed.body])
        expect((await caller.send('DELETE', path)).status).toBe(204)
        expect((await caller.send('GET', path)).status).toBe(404)
        expect(await caller.plants()).toEqual([])
      }
    }
    await Promise.all(['ann', 'bob', 'cleo', 'dan'].map(run))
    expect(balancer.failures).toEqual([])
  })

  it('create one plant for one Idempotency-Key', async () => {
    const callers = callersAt('key')
    const create = (caller: ApiCaller, key: string, name: string) =>
      caller.send('POST', '/plants', { headers: { 'Idempotency-Key': key }, body: { name } })
    for (let round = 0; round < 5; round++) {
      const key = `key-${round}`
      const [one, ...others] = await Promise.all([...callers, ...callers].map((caller) => create(caller, key, 'Fern')))
      for (const { status, text } of others) expect([status, text]).toEqual([201, one?.text])
      for (const caller of callers) {
        expect((await create(caller, key, 'Fern')).text).toBe(one?.text)
        expect((await create(caller, key, 'Moss')).status).toBe(422)
        expect(await caller.plants()).toHaveLength(round + 1)
      }
    }
  })

  it('return 304 to a list of another instance, until an instance writes', async () => {
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
    const [a, b, c] = callersAt('validation')
    const { plant, path } = await a.create('Fern')
    const other = await a.create('Moss')
    for (const caller of [a, b, c]) expect(await caller.plants()).toEqual([plant, other.plant])
    await database.query('UPDATE plant SET name = $2 WHERE id = $1', [plant.id, '\u0007'])
    for (const caller of [a, b, c]) {
      expect(await caller.plants()).toEqual([other.plant])
      expect((await caller.send('GET', path)).status).toBe(500)
    }
    const changed = await b.send('PATCH', path, { body: { name: 'Fern' } })
    expect(changed.status).toBe(200)
    for (const caller of [a, b, c]) expect(await caller.plants()).toEqual([changed.body, other.plant])
  })

  it('accept a token until it expires, also if they have verified it before', async () => {
    const now = Math.floor(Date.now() / 1000)
    const short = await withTimes(await token(), folder, { iat: now, exp: now + 3 })
    const headers = { Authorization: `Bearer ${short}` }
    const statuses = async () =>
      Promise.all(urls.map(async (url) => (await fetch(`${url}/plants`, { headers })).status))
    expect(await statuses()).toEqual([200, 200, 200])
    expect(await statuses()).toEqual([200, 200, 200])
    await sleep((now + 3) * 1000 - Date.now() + 50)
    expect(await statuses()).toEqual([401, 401, 401])
  })

  it('restart one after the other, and no request fails', { timeout: 60_000 }, async () => {
    const load = startLoad(balancer.url, await token('load'), 6)
    for (const [index, socket] of sockets.entries()) {
      expect(await services[index]?.stop()).toBe(0)
      services[index] = await start(socket)
    }
    await load.end()
    expect([load.failures, balancer.failures]).toEqual([[], []])
    expect(load.count).toBeGreaterThan(50)
    const [a] = callersAt('load')
    for (const id of load.kept) expect((await a.send('GET', `/plants/${id}`)).status).toBe(200)
  })
})
