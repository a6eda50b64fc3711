// How `make change-data` reaches the data, and what it refuses. stack/test/rooms/change-data.test.ts has the changes.
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '../../support/folder.ts'
import { freePort } from '../../support/free-port.ts'
import { newDatabase } from '../../support/postgres/database.ts'
import { failed, succeeded } from '../../support/process.ts'
import { startService } from '../../support/service.ts'
import { runCommand } from '../../support/service-process.ts'

const changeData = (settings: Record<string, string>) => runCommand('change-data', { DROP: '/lamps note', ...settings })
const unused = succeeded('/lamps: 0 of 0 items would change. Nothing was changed.\n')

it('reaches the data of a service that runs, and of one that does not', async () => {
  const DATA = await newFolder()
  expect(await changeData({ DATA })).toEqual(failed(`There is no ${DATA}/rooms.db. Set DATA= as for the service.`))
  {
    await using service = await startService({ folder: DATA, settings: { OPS_PORT: '0' } })
    const { port } = new URL(service.monitoringUrl ?? '')
    expect(await changeData({ DATA, OPS_PORT: port })).toEqual(unused)
    expect(await changeData({ DATA })).toEqual(
      failed(`A service uses ${DATA}. Set OPS_PORT= as for that service, or stop it.`),
    )
    const other = String(await freePort())
    const advice = `Set OPS_PORT= and OPS_HOST= as for the service that uses ${DATA}.`
    const notFound = failed(`No service responds on 127.0.0.1 port ${other}. ${advice}`)
    expect(await changeData({ DATA, OPS_PORT: other })).toEqual(notFound)
    expect((await readdir(DATA)).filter((name) => name.startsWith('change-data'))).toEqual([])
  }
  expect(await changeData({ DATA })).toEqual(unused)
})

it('is refused by a service without a proof that the command may write to the data folder', async () => {
  await using service = await startService({ settings: { OPS_PORT: '0' } })
  const { schemaDigest = '' } = (await import('../../support/rooms.ts')).rooms.contract.collectionAt('/lamps')
  const key = '00000000-0000-4000-8000-000000000000'
  const post = async (authorization: string, changes: object = { DROP: '/lamps note', schemaDigest }) => {
    const headers = { Authorization: authorization, 'Content-Type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(changes) }
    const response = await fetch(`${service.monitoringUrl}/change-data`, init)
    return [response.status, await response.text()]
  }
  const prove = () => writeFile(join(service.folder, `change-data-${key}`), '')
  const refused = [403, expect.stringContaining('Only a command that can write to the data folder may change data.')]
  expect(await post('')).toEqual(refused)
  expect(await post(`Bearer ${key}`)).toEqual(refused)
  await prove()
  expect(await post(`Bearer ../${key}`)).toEqual(refused)
  expect(await post(`Bearer ${key}`)).toEqual([200, expect.stringMatching(/"done":/)])
  expect(await post(`Bearer ${key}`)).toEqual(refused)
  await prove()
  expect(await post(`Bearer ${key}`, { DROP: '/lamps note', schemaDigest: 'other' })).toEqual([
    400,
    'The service that runs has another contract for /lamps. Start this version of the service first, or stop the other one.\n',
  ])
})

it('has no page of a service over PostgreSQL', async () => {
  await using database = await newDatabase()
  await using service = await startService({ settings: { OPS_PORT: '0', DATABASE_URL: database.url } })
  expect((await fetch(`${service.monitoringUrl}/change-data`, { method: 'POST' })).status).toBe(404)
  expect(await changeData({ DATABASE_URL: database.url })).toEqual(unused)
})

it('does not prepare a database', async () => {
  await using database = await newDatabase()
  const settings = { DATABASE_URL: database.url, APPLY: '1' }
  const missing = 'DATABASE_URL= cannot be used: it does not have the tables of this version yet.'
  const notPrepared = failed(`${missing} Start an instance of this version first: it prepares the database.`)
  expect(await changeData(settings)).toEqual(notPrepared)
  expect(await database.query("SELECT relname FROM pg_class WHERE relname LIKE 'item%'")).toEqual([])
})
