// The start of the service as a process: it opens its ports first, and then its data.
import { rmSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createCaller } from '../support/caller.ts'
import { newFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { newDatabase } from '../support/postgres/database.ts'
import { openSession } from '../support/postgres/session.ts'
import { expectProblem } from '../support/problem.ts'
import { failed, start } from '../support/process.ts'
import { existingDataFolder, limitFileSize, runServer, startProcess, tokenFor } from '../support/service-process.ts'
import { filledFolder } from '../support/stored-lamps.ts'
import { waitFor } from '../support/wait.ts'

const count = 200_000
const provider = { AUTH_ISSUER: 'http://127.0.0.1:9', AUTH_AUDIENCE: 'lamps' }

/** Starts the service without waiting for its startup message. */
async function launch(settings: Record<string, string>) {
  const [port, opsPort] = [await freePort(), await freePort()]
  const ports = { PORT: String(port), OPS_PORT: String(opsPort) }
  const child = start(process.execPath, ['stack/test/product/main.ts'], { env: { ...ports, ...settings } })
  const probe = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${opsPort}${path}`)
    return { status: response.status, text: await response.text() }
  }
  return { child, url: `http://127.0.0.1:${port}`, probe }
}

/** Polls /ready until it returns 200. @returns The different bodies before. */
async function pollReady(probe: (path: string) => Promise<{ status: number; text: string }>): Promise<string[]> {
  const texts: string[] = []
  for (;;) {
    const { status, text } = await probe('/ready')
    if (status === 200) return texts
    if (texts.at(-1) !== text) texts.push(text)
  }
}

describe('a start that prepares its indexes', () => {
  it(`over SQLite responds to probes, because it indexes ${count} items in short batches`, async () => {
    const DATA = await filledFolder(count, ['ann', 'bob'], 'Desk')
    writeFileSync(join(DATA, 'example-collection-added'), '')
    const Authorization = `Bearer ${await tokenFor({ DATA })}`
    const { child, url, probe } = await launch({ DATA })
    expect(await waitFor(() => probe('/live'), { interval: 5 })).toMatchObject({ status: 200 })
    const texts = await pollReady(probe)
    expect((await fetch(`${url}/lamps`, { headers: { Authorization } })).status).toBe(200)
    const steps = texts.map((text) => Number(/index of lists: (\d+) items read/.exec(text)?.[1] ?? 0))
    const longest = Math.max(...steps.slice(1).map((step, index) => step - (steps[index] ?? 0)))
    // Batches take 10 ms. Their number of items depends on the machine.
    expect(texts.length).toBeGreaterThan(10)
    expect(longest).toBeLessThan(count / 2)
    expect(await child.end()).toMatchObject({ code: 0 })
  })

  it('over PostgreSQL responds to probes, and returns 503 to requests', async () => {
    const database = await newDatabase()
    const settings = { DATABASE_URL: database.url, DATA: await newFolder() }
    const first = await startProcess(settings)
    await first.end()
    const [table] = await database.query(
      "SELECT relname FROM pg_class WHERE relkind = 'r' AND relname LIKE 'item\\_index\\_%'",
    )
    await database.query(`COMMENT ON TABLE ${table?.relname} IS NULL`)
    await using writer = await openSession(database.url)
    // The service must wait for this lock before it can read which rows the index lacks.
    await writer.query(`BEGIN; LOCK TABLE ${table?.relname}`)
    const { child, url, probe } = await launch(settings)
    const opening = { status: 503, text: 'not ready: the service is opening its data: indexes of PostgreSQL\n' }
    await waitFor(async () => expect(await probe('/ready')).toEqual(opening))
    expect(await probe('/live')).toMatchObject({ status: 200 })
    expect((await fetch(`${url}/lamps`)).status).toBe(401)
    const Authorization = `Bearer ${await tokenFor({ DATA: settings.DATA })}`
    const refused = await fetch(`${url}/lamps`, { headers: { Authorization } })
    await expectProblem(refused, 'unavailable')
    expect(refused.headers.get('Retry-After')).toBe('5')
    await writer.query('COMMIT')
    await pollReady(probe)
    await child.end()
  })
})

describe('a start without data', () => {
  it('fails with an identity provider, unless NEW_DATA=1 confirms that it is the first', async () => {
    const DATA = await newFolder()
    const file = join(DATA, 'rooms.db')
    expect(await runServer({ DATA, ...provider })).toEqual(
      failed(
        `${file} is missing: mount the volume with the data, or restore a backup. Set NEW_DATA=1 for the first start only.`,
      ),
    )
    for (const NEW_DATA of [{ NEW_DATA: '1' }, {}]) await (await startProcess({ DATA, ...provider, ...NEW_DATA })).end()
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600')
  })

  it.each([
    ['is missing', (file: string) => rmSync(file), 'is missing: restore a backup'],
    ['is empty', (file: string) => writeFileSync(file, ''), 'is empty'],
  ])('fails if the file of an earlier start %s', async (_what, lose, message) => {
    const DATA = await newFolder()
    await (await startProcess({ DATA })).end()
    lose(join(DATA, 'rooms.db'))
    expect(await runServer({ DATA, NEW_DATA: '1' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(message),
    })
  })
})

it('a start on a full disk serves reads', async () => {
  const DATA = await existingDataFolder()
  const token = await tokenFor({ DATA })
  await (await startProcess({ DATA })).end()
  // With this limit, a write fails as on a full disk.
  const service = await startProcess({ DATA, OPS_PORT: '0' }, { shell: 'ulimit -S -f 0; exec "$@"' })
  const { create, lamps } = createCaller({
    token: async () => token,
    request: (path, init) => fetch(service.url + path, init),
  })
  expect(await lamps()).toEqual([])
  await expect(create('Desk')).rejects.toThrow('not created: 503')
  expect((await fetch(`${service.opsUrl}/ready`)).status).toBe(200)
  limitFileSize(service, 'unlimited')
  await waitFor(() => create('Desk'))
})
