// /ready returns 503 while requests fail because privileges in the database have changed, and 200 after the repair. The
// tests run concurrently, because the service caches a result for five seconds.
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { onCleanUp } from '../../support/folder.ts'
import { newDatabase } from '../../support/postgres/database.ts'
import { json, type Service, startService } from '../../support/service.ts'
import { waitFor } from '../../support/wait.ts'

const readyStatus = async (url: string | undefined) => (await fetch(`${url}/ready`)).status
const waitForStatus = (status: number, url: string | undefined) =>
  waitFor(async () => expect(await readyStatus(url)).toBe(status), { interval: 200 })
const addLamp = async ({ request }: Service) => (await request('/lamps', json({ name: 'Desk' }))).status

/** Starts a service over an empty database, with a role that has only the privileges that it needs. */
async function startOverPostgres() {
  const database = await newDatabase()
  const role = `lamps_${randomBytes(6).toString('hex')}`
  await database.query(`CREATE ROLE ${role} LOGIN PASSWORD 'x'`)
  await database.query(`GRANT CREATE ON SCHEMA public TO ${role}`)
  const url = Object.assign(new URL(database.url), { username: role, password: 'x' }).href
  const service = await startService({ settings: { DATABASE_URL: url, OPS_PORT: '0' } })
  onCleanUp(async () => {
    await service[Symbol.asyncDispose]()
    await database.query(`DROP OWNED BY ${role}`)
    await database.query(`DROP ROLE ${role}`)
  })
  return { database, role, service }
}

const readOnly = 'default_transaction_read_only'

describe.concurrent('over PostgreSQL, a service', () => {
  it.each<[what: string, fault: string, repair: string]>([
    ['without the privilege INSERT', 'REVOKE INSERT ON item FROM $role', 'GRANT INSERT ON item TO $role'],
    ['with a read-only role', `ALTER ROLE $role SET ${readOnly} = on`, `ALTER ROLE $role RESET ${readOnly}`],
  ])('%s is not ready until that is repaired', async (_, fault, repair) => {
    const { database, role, service } = await startOverPostgres()
    const run = async (sql: string) => {
      await database.query(sql.replace('$role', role))
      // A changed setting of a role applies only to its new sessions.
      await database.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [role])
    }
    await run(fault)
    await waitForStatus(503, service.monitoringUrl)
    expect(service.log).toContainEqual(expect.objectContaining({ level: 50, reason: expect.any(String) }))
    await run(repair)
    await waitForStatus(200, service.monitoringUrl)
    expect(await addLamp(service)).toBe(201)
    const names = "SELECT text ->> 'name' AS name FROM item UNION ALL SELECT text ->> 'name' FROM item_creation"
    expect(await database.query(names)).toEqual([{ name: 'Desk' }])
  })

  it('is not ready from the first write that fails', async () => {
    const { database, role, service } = await startOverPostgres()
    expect([await addLamp(service), await readyStatus(service.monitoringUrl)]).toEqual([201, 200])
    await database.query(`REVOKE INSERT ON item FROM ${role}`)
    expect([await addLamp(service), await readyStatus(service.monitoringUrl)]).toEqual([503, 503])
  })
})
