// A conditional write of a lamp that no longer equals what is read.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, it } from 'vitest'
import { callerOf } from '../../support/caller.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { startService } from '../../support/service.ts'

afterAll(cleanUp)

const headers = { 'If-Match': '*' }

it('a lamp whose name is not UTF-8 can be changed and deleted under a condition', async () => {
  const folder = await newFolder()
  const { path } = await (async () => {
    await using service = await startService({ folder })
    return await callerOf(service).create('Desk')
  })()
  const database = new DatabaseSync(join(folder, 'rooms.db'))
  database.exec(`UPDATE item SET text = CAST(replace(CAST(text AS BLOB), 'Desk', x'ff') AS TEXT)`)
  database.close()
  await using service = await startService({ folder })
  const { send } = callerOf(service)
  const read = await send('GET', path)
  expect(read).toMatchObject({ status: 200, body: { name: '\ufffd' } })
  const tag = read.headers.get('ETag') ?? ''
  const changed = await send('PATCH', path, { headers: { 'If-Match': tag }, body: { tag: 'stairs' } })
  expect(changed).toMatchObject({ status: 200, body: { name: '\ufffd', tag: 'stairs' } })
  expect((await send('DELETE', path, { headers: { 'If-Match': tag } })).status).toBe(412)
  expect((await send('DELETE', path, { headers })).status).toBe(204)
})
