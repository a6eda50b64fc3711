// The PostgreSQL servers, standbys, proxies and databases of the tests do what the tests of the store rely on.
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { newDatabase } from '../../support/postgres/database.ts'
import { nativeFolderOfPackage, prepareInstallation } from '../../support/postgres/installation.ts'
import { startProxy } from '../../support/postgres/proxy.ts'
import { queryOnce } from '../../support/postgres/query.ts'
import { startPostgresServer } from '../../support/postgres/server.ts'
import { openSession } from '../../support/postgres/session.ts'
import { startStandby } from '../../support/postgres/standby.ts'

const timeout = 60_000
const isRoot = process.getuid?.() === 0

afterAll(cleanUp, timeout)

it(`starts as ${isRoot ? 'root' : 'a user'}, from a package that only this user can read`, { timeout }, async () => {
  const folder = await newFolder() // mode 0700
  await cp(nativeFolderOfPackage(), join(folder, 'native'), { recursive: true })
  const installation = await prepareInstallation(join(folder, 'native'))
  await using server = await startPostgresServer({ installation })
  expect(await server.query('SHOW server_version')).toEqual([{ server_version: expect.stringMatching(/^18\./) }])
  expect(await server.query('SHOW fsync')).toEqual([{ fsync: 'on' }])
})

it('refuses a wrong password', { timeout }, async () => {
  await using server = await startPostgresServer({ fsync: false, settings: { max_connections: '12' } })
  expect(await server.query('SHOW max_connections')).toEqual([{ max_connections: '12' }])
  const url = new URL(server.url())
  url.password = 'wrong'
  await expect(queryOnce(url.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
  expect(server.log).toContain('password authentication failed')
})

it('keeps its rows when it stops or is killed, and starts again', { timeout }, async () => {
  await using server = await startPostgresServer()
  await server.query('CREATE TABLE plant (name text)')
  await server.query(`INSERT INTO plant VALUES ('Fern')`)
  const { pid } = server
  for (const end of [() => server.stop(), () => server.kill('SIGKILL')]) {
    await end()
    await expect(server.query('SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await server.start()
    expect(await server.query('SELECT name FROM plant')).toEqual([{ name: 'Fern' }])
  }
  expect(server.pid).not.toBe(pid)
})

it('responds to nobody while it is frozen', { timeout }, async () => {
  await using server = await startPostgresServer({ fsync: false })
  await using client = await openSession(server.url())
  await server.freeze()
  const onOpen = client.query('SELECT 1 AS one')
  const onNew = server.query('SELECT 2 AS two')
  expect(await Promise.race([onOpen, onNew, sleep(500, 'nothing')])).toBe('nothing')
  await server.thaw()
  expect((await onOpen).rows).toEqual([{ one: 1 }])
  expect(await onNew).toEqual([{ two: 2 }])
  await server.freeze()
  await server.kill()
})

it('has a synchronous standby, which has the rows of the primary when it is promoted', { timeout }, async () => {
  await using primary = await startPostgresServer({ fsync: false })
  await using standby = await startStandby(primary, { synchronous: true })
  await primary.query('CREATE TABLE plant (name text)')
  await primary.query(`INSERT INTO plant VALUES ('Fern')`)
  await primary.freeze()
  await primary.kill()
  await expect(standby.query(`INSERT INTO plant VALUES ('Moss')`)).rejects.toMatchObject({ code: '25006' })
  await standby.promote()
  await standby.query(`INSERT INTO plant VALUES ('Moss')`)
  expect(await standby.query('SELECT name FROM plant')).toEqual([{ name: 'Fern' }, { name: 'Moss' }])
})

it('does not commit while its synchronous standby is frozen, but while another standby is', { timeout }, async () => {
  await using primary = await startPostgresServer({ fsync: false })
  await using other = await startStandby(primary, { synchronous: false })
  await other.freeze()
  await primary.query('CREATE TABLE plant (name text)')
  await using standby = await startStandby(primary, { synchronous: true })
  await standby.freeze()
  const write = primary.query(`INSERT INTO plant VALUES ('Fern')`)
  expect(await Promise.race([write, sleep(500, 'nothing')])).toBe('nothing')
  await standby.thaw()
  expect(await write).toEqual([])
})

it('gets nothing through a silent proxy, and everything after the proxy is restored', { timeout }, async () => {
  await using database = await proxiedDatabase()
  const { url, proxy } = database
  await using client = await openSession(url)
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  proxy.cut('silent')
  const onOpen = client.query('SELECT 2 AS two')
  const onNew = queryOnce(url, 'SELECT 3 AS three')
  expect(await Promise.race([onOpen, onNew, sleep(500, 'nothing')])).toBe('nothing')
  await proxy.restore()
  expect((await onOpen).rows).toEqual([{ two: 2 }])
  expect(await onNew).toEqual([{ three: 3 }])
})

it('is unreachable through a proxy that refuses, until the proxy is restored', { timeout }, async () => {
  await using database = await proxiedDatabase()
  const { url, proxy } = database
  await using client = await openSession(url)
  const query = client.query('SELECT pg_sleep(60)')
  setTimeout(() => proxy.cut('refuse'), 100)
  await expect(query).rejects.toThrow(/ECONNRESET|terminated/)
  await expect(queryOnce(url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await proxy.restore()
  expect(await queryOnce(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

it('has separate databases, and drops them with their sessions', { timeout }, async () => {
  const [one, two] = await Promise.all([newDatabase(), newDatabase()])
  await one.query('CREATE TABLE plant (name text)')
  await expect(two.query('SELECT name FROM plant')).rejects.toMatchObject({ code: '42P01' })
  await using client = await openSession(one.url)
  expect((await client.query('SELECT name FROM plant')).rows).toEqual([])
  await one[Symbol.asyncDispose]()
  await expect(one.query('SELECT 1')).rejects.toMatchObject({ code: '3D000' })
  expect(await two.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
})

async function proxiedDatabase() {
  const database = await newDatabase()
  const proxy = await startProxy({ port: Number(new URL(database.url).port) })
  const url = new URL(database.url)
  url.port = String(proxy.port)
  return {
    url: url.href,
    proxy,
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}
