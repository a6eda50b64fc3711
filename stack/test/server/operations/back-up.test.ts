// `make backup`: prints the path of a new backup, or one line that says what to do.
import { stat } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { freePort } from '../../support/free-port.ts'
import { newDatabase } from '../../support/postgres/database.ts'
import { failed } from '../../support/process.ts'
import { startService } from '../../support/service.ts'
import { runCommand } from '../../support/service-process.ts'

const backUp = (settings: Record<string, string>) => runCommand('back-up', settings)

it('prints the path of a new backup', async () => {
  await using service = await startService({ settings: { OPS_PORT: '0' } })
  const { port } = new URL(service.monitoringUrl ?? '')
  const { code, stdout, stderr } = await backUp({ OPS_PORT: port })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect((await stat(stdout.trimEnd())).size).toBeGreaterThan(0)
})

it('fails with one line if there is no backup', async () => {
  const port = String(await freePort())
  expect(await backUp({})).toEqual(failed('OPS_PORT= is missing: set it as for the service that runs.'))
  expect(await backUp({ OPS_PORT: 'x' })).toEqual(
    failed('OPS_PORT=x is not a valid port: use a number from 0 to 65535.'),
  )
  expect(await backUp({ OPS_PORT: port, OPS_HOST: '127.0.0.2' })).toEqual(
    failed(`No service responds on 127.0.0.2 port ${port}. Set OPS_PORT= and OPS_HOST= as for the service that runs.`),
  )
  await using database = await newDatabase()
  await using service = await startService({ settings: { OPS_PORT: '0', DATABASE_URL: database.url } })
  expect(await backUp({ OPS_PORT: new URL(service.monitoringUrl ?? '').port })).toEqual(
    failed('The items are in PostgreSQL: make a backup with pg_dump.'),
  )
})
