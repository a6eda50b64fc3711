// The service as operators run it: bundled by `make build`, on the lowest Node that it supports.
import { join } from 'node:path'
import { createPlantClient, orThrow } from '@plant-collection/client'
import { expect, it } from 'vitest'
import { newFolder } from '../../../stack/test/support/folder.ts'
import { findLowestNode } from '../../../stack/test/support/lowest-node.ts'
import { newDatabase } from '../../../stack/test/support/postgres/database.ts'
import { getOutput, type Settings } from '../../../stack/test/support/process.ts'
import { copyProject } from '../../support/copy-project.ts'
import { startProcess } from '../../support/service-process.ts'

const copy = await copyProject()
await getOutput('make', ['build'], { cwd: copy })
const script = join(copy, 'dist/service.cjs')
const node = await findLowestNode()

/** Starts the service, adds a plant, and stops it. @returns The plants that have the word "window". */
async function addPlant(settings: Settings, name: string): Promise<string[]> {
  const service = await startProcess({ ...settings, OPS_PORT: '0' }, { script, node })
  const token = (await getOutput(process.execPath, [script, 'token'], { settings })).trim()
  const client = orThrow(createPlantClient({ baseUrl: service.url, token }))
  await client.createPlant({ body: { name } })
  const { body: found } = await client.listPlants({ query: { q: 'window' } })
  expect((await fetch(`${service.opsUrl}/ready`)).status).toBe(200)
  expect(await service.end()).toMatchObject({ code: 0, stderr: '' })
  return found.map(({ name }) => name).toSorted()
}

it.each(['SQLite', 'PostgreSQL'])(
  'creates and finds plants over a new database of %s, and after a restart',
  async (engine) => {
    const database = engine === 'PostgreSQL' && { DATABASE_URL: (await newDatabase()).url }
    const settings = { DATA: await newFolder(), ...database }
    expect(await addPlant(settings, 'Fern at the window')).toEqual(['Fern at the window'])
    expect(await addPlant(settings, 'Window cactus 🌵')).toEqual(['Fern at the window', 'Window cactus 🌵'])
  },
)

it('moves its plants to a new database of PostgreSQL, and finds them there', async () => {
  const settings = { DATA: await newFolder(), DATABASE_URL: (await newDatabase()).url }
  const { DATA } = settings
  await addPlant({ DATA }, 'Fern at the window')
  expect(await getOutput(node, [script, 'move'], { settings })).toMatch(/^Moved \d+ items/m)
  expect(await addPlant(settings, 'Window cactus 🌵')).toEqual(['Fern at the window', 'Window cactus 🌵'])
})
