import { afterEach, expect, it, vi } from 'vitest'
import { readConfiguration } from '../../../server/configuration/read-configuration.ts'
import { StartUpError } from '../../../server/configuration/start-up-error.ts'
import { openStore } from '../../../server/store/open-store.ts'
import { postgresSchema } from '../../../server/store/schemas.ts'
import { contract } from '../../product/generated/index.ts'
import { newFolder } from '../../support/folder.ts'
import { freePort } from '../../support/free-port.ts'
import { newDatabase } from '../../support/postgres/database.ts'

afterEach(() => vi.restoreAllMocks())

async function toError(settings: Record<string, string>): Promise<string> {
  const configuration = readConfiguration({ DATA: await newFolder(), ...settings })
  const error = await openStore(configuration, contract).then(
    () => new Error('The store is open.'),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(StartUpError)
  const { message } = error as StartUpError
  expect(message).not.toMatch(/\n|secret|password=/)
  return message
}

it('PostgreSQL that cannot be used is one line at the start that says what to do', async () => {
  await using database = await newDatabase()
  const url = (changes: Partial<URL>) => Object.assign(new URL(database.url), changes).href
  const closed = `127.0.0.1:${await freePort()}`
  expect(await toError({ DATABASE_URL: url({ password: 'secret' }) })).toMatch(
    /^DATABASE_URL= cannot be used: password authentication failed for user "\w+". Check the user and the password in DATABASE_URL=.$/,
  )
  expect(await toError({ DATABASE_URL: url({ pathname: 'none' }) })).toMatch(
    /: database "none" does not exist. Create the database, or correct its name in DATABASE_URL=.$/,
  )
  expect(await toError({ DATABASE_URL: url({ host: closed }) })).toBe(
    `DATABASE_URL= cannot be used: connect ECONNREFUSED ${closed}. Check that the server runs, and its host and port in DATABASE_URL=.`,
  )
  expect(await toError({ DATABASE_URL: url({ search: '?sslmode=verify-full' }) })).toMatch(
    /The server does not support SSL connections. Check DATABASE_URL=.$/,
  )
  expect(await toError({ DATABASE_URL: url({ search: '?sslrootcert=/none.pem' }) })).toMatch(
    /ENOENT: no such file or directory, open '\/none.pem'. Check the paths of files in DATABASE_URL=.$/,
  )
})

it('a database of a newer version is refused at the start, and not changed', async () => {
  await using database = await newDatabase()
  await database.query('CREATE TABLE data_version AS SELECT 999 AS version')
  expect(await toError({ DATABASE_URL: database.url })).toBe(
    `DATABASE_URL= cannot be used: a newer version of this service has changed it (schema version 999, this service supports ${postgresSchema.migrations.length}). Start that version or a newer one.`,
  )
  expect(await database.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toHaveLength(1)
})
