// The order in which docs/operations.md deploys a changed contract: no response breaks a contract at any time.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { queryOnce } from '../support/postgres/session.ts'
import { type Settings, succeeded } from '../support/process.ts'
import { json, type Service } from '../support/service.ts'
import { checkData, databases, filled, getRooms, startWith } from './versions.ts'

const mergePatch = { 'Content-Type': 'application/merge-patch+json' }

async function change(service: Service, id: unknown, body: object): Promise<Record<string, unknown>> {
  const init = { method: 'PATCH', headers: mergePatch, body: JSON.stringify(body) }
  const response = await service.request(`/rooms/${id}`, init)
  expect(response.status).toBe(200)
  return response.json()
}

/** Runs the statement of docs/operations.md. */
async function rename({ DATA = '', DATABASE_URL }: Settings): Promise<void> {
  const statements = (await readFile('docs/operations.md', 'utf8')).match(/(?<=```sql\n)UPDATE item [^;]*(?=;)/g)
  const [sqlite, postgres] = statements ?? []
  if (sqlite === undefined || postgres === undefined) throw new Error('docs/operations.md has no statements.')
  if (DATABASE_URL !== undefined) return void (await queryOnce(DATABASE_URL, postgres))
  using database = new DatabaseSync(join(DATA, 'rooms.db'))
  database.exec(sqlite)
}

const create = async (service: Service, body: object) => (await service.request('/rooms', json(body))).status

it.each(databases)('renames a property in two releases over %s', async (name, newSettings) => {
  const settings = await filled(newSettings, 3)
  {
    await using both = await startWith('both', settings)
    // With SQLite, there is one service at a time.
    await using older = name === 'SQLite' ? undefined : await startWith('older', settings)
    expect(await create(both, { name: 'A', heading: 'H' })).toBe(201)
    if (older) {
      const [first] = await getRooms(older)
      expect(await change(older, first?.id, { title: 'of the older one' })).not.toHaveProperty('heading')
      // Each version keeps what the other one has written.
      const last = (await getRooms(older)).at(-1)
      await change(older, last?.id, { label: 'changed' })
      expect((await getRooms(both)).at(-1)).toMatchObject({ label: 'changed', heading: 'H' })
      expect(older.internalErrors).toEqual([])
    }
  }
  await rename(settings)
  {
    await using both = await startWith('both', settings)
    expect((await getRooms(both)).map(({ heading, title }) => [typeof heading, typeof title])).toEqual(
      Array(4).fill(['string', 'undefined']),
    )
    expect(both.internalErrors).toEqual([])
  }
  expect(await checkData('renamed', settings)).toEqual(succeeded('All stored items fit the contract.\n'))
})
