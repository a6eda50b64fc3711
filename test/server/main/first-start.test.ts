import { join } from 'node:path'
import { createPlantClient, type Plant } from '@plant-collection/client'
import { describe, expect, it } from 'vitest'
import { readExamplePlants } from '../../../server/first-start.ts'
import { newFolder } from '../../../stack/test/support/folder.ts'
import { run, signalAt } from '../../../stack/test/support/process.ts'
import { runInShell } from '../../support/reader.ts'
import { type ServiceProcess, startProcess, tokenFor } from '../../support/service-process.ts'

const examples = await readExamplePlants()
// The folder does not exist yet, and its path needs quotes in a shell.
const DATA = join(await newFolder("plants of $HOME's `mine`-"), 'data')
let service = await startProcess({ DATA })

async function findClient({ url }: ServiceProcess, settings = {}) {
  return createPlantClient({ baseUrl: url, token: await tokenFor({ DATA, ...settings }) })
}

async function list(of: ServiceProcess, settings = {}): Promise<Plant[]> {
  return Array.fromAsync((await findClient(of, settings)).allPlants({ limit: 100 }))
}

describe('the first start on a data folder', () => {
  it('adds the example plants for the caller gardener, and none for other callers', async () => {
    expect((await list(service)).map(({ name, tag }) => ({ name, tag }))).toEqual(examples)
    expect(await list(service, { SUB: 'somebody else' })).toEqual([])
  })

  it('prints a command that lists plants in a shell', async () => {
    const [, line = ''] = /^ +(curl .*)$/m.exec(service.stdout) ?? []
    const { code, stdout, stderr } = await runInShell(line)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual((await list(service)).slice(0, 3))
  })
})

describe('the second start on a data folder', () => {
  it('adds nothing, and keeps what was created and deleted', async () => {
    const client = await findClient(service)
    const [first] = await list(service)
    const created = await client.createPlant({ body: { name: 'Kept after a restart', tag: 'mine' } })
    const deleted = await client.deletePlant({ path: { id: first?.id ?? '' } })
    expect([created.ok, deleted.ok]).toEqual([true, true])
    const before = await list(service)

    expect(await service.end()).toMatchObject({ code: 0, stderr: '' })
    service = await startProcess({ DATA })

    expect(service.stdout).not.toMatch('First start')
    expect(await list(service)).toEqual(before)
    expect(before.at(-1)?.name).toBe('Kept after a restart')
    expect(before.map(({ id }) => id)).not.toContain(first?.id)
  })

  const namesIn = async (folder: string) => {
    const next = await startProcess({ DATA: folder })
    const names = (await list(next, { DATA: folder })).map(({ name }) => name)
    await next.end()
    return names
  }
  const names = examples.map(({ name }) => name)

  it('adds the missing example plants if the first was stopped', async () => {
    const folder = join(await newFolder(), 'data')
    const settings = { PORT: '0', LOG_LEVEL: 'error', DATA: folder }
    // The service adds one plant in each turn of its event loop.
    const args = [...signalAt('First start', 'SIGTERM', 50), 'server/main.ts']
    const ended = await run(process.execPath, args, { settings })
    expect(ended.stdout).not.toMatch('listens on')
    expect(ended).toMatchObject({ code: 0, signal: null, stderr: '' })
    expect((await namesIn(folder)).toSorted()).toEqual(names.toSorted())
  })
})
