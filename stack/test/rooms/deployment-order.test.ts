// The order in which docs/operations.md deploys a changed contract: no response breaks a contract at any time.
import { afterAll, expect, it } from 'vitest'
import { cleanUp } from '../support/folder.ts'
import { json, type Service } from '../support/service.ts'
import { command, databases, ended, filled, opsPort, room, roomsOf, startWith } from './versions.ts'

afterAll(cleanUp)

const mergePatch = { 'Content-Type': 'application/merge-patch+json' }

async function change(service: Service, id: unknown, body: object): Promise<Record<string, unknown>> {
  const response = await service.request(`/rooms/${id}`, {
    method: 'PATCH',
    headers: mergePatch,
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return response.json()
}

const create = async (service: Service, body: object) => (await service.request('/rooms', json(body))).status

it.each(databases)('renames a property in two releases over %s', async (name, newSettings) => {
  const settings = await filled(newSettings, 3)
  const RENAME = '/rooms title=heading'
  {
    await using both = await startWith('both', settings)
    // With SQLite, there is one service at a time.
    await using older = name === 'SQLite' ? undefined : await startWith('older', settings)
    expect(await create(both, { name: 'A', heading: 'H' })).toBe(201)
    if (older) {
      const [first] = await roomsOf(older)
      expect(await change(older, first?.id, { title: 'of the older one' })).not.toHaveProperty('heading')
      // Each version keeps what the other one has written.
      const last = (await roomsOf(older)).at(-1)
      await change(older, last?.id, { label: 'changed' })
      expect((await roomsOf(both)).at(-1)).toMatchObject({ label: 'changed', heading: 'H' })
      expect(older.internalErrors).toEqual([])
    }
  }
  {
    await using both = await startWith('both', settings)
    expect(await command('both', { ...settings, RENAME, APPLY: '1', OPS_PORT: opsPort(both) })).toEqual(
      ended('/rooms: 3 of 4 items were changed.\n'),
    )
    expect((await roomsOf(both)).map(({ heading, title }) => [typeof heading, typeof title])).toEqual(
      Array(4).fill(['string', 'undefined']),
    )
    expect(both.internalErrors).toEqual([])
  }
  expect(await command('renamed', settings, 'check-data')).toEqual(ended('All stored items fit the contract.\n'))
})

it.each(databases)('sets a new required property before a release over %s', async (name, newSettings) => {
  const settings = await filled(newSettings, 3)
  const { colour, title, contact, parts, notes, ...plain } = room(0)
  const SET = '/rooms area=3 label="short"'
  const DROP = '/rooms colour title contact/phone parts/*/size notes/*/on'
  const before = { ...settings, SET, DROP, APPLY: '1' }
  if (name === 'SQLite') {
    expect(await command('stricter', before)).toEqual(ended('/rooms: 3 of 3 items were changed.\n'))
  } else {
    await using older = await startWith('older', settings)
    expect(await command('stricter', before)).toEqual(ended('/rooms: 3 of 3 items were changed.\n'))
    const [first] = await roomsOf(older)
    expect(first).not.toHaveProperty('area')
    await change(older, first?.id, { name: 'changed by the older one' })
    expect(await command('stricter', settings, 'check-data')).toEqual(ended('All stored items fit the contract.\n'))
    expect(await create(older, plain)).toBe(201)
    expect(older.internalErrors).toEqual([])
  }
  await using stricter = await startWith('stricter', settings)
  const after = await command('stricter', { ...before, OPS_PORT: opsPort(stricter) })
  expect(after).toEqual(
    ended(name === 'SQLite' ? '/rooms: 0 of 3 items were changed.\n' : '/rooms: 1 of 4 items were changed.\n'),
  )
  for (const one of await roomsOf(stricter)) expect(one).toMatchObject({ area: 3, label: 'short' })
  expect(stricter.internalErrors).toEqual([])
})
