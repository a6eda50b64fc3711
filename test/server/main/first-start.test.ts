// The example plants of a new data folder.
import { join } from 'node:path'
import { createPlantClient, type Plant } from '@plant-collection/client'
import { expect, it } from 'vitest'
import { readExamplePlants } from '../../../server/first-start.ts'
import { newFolder } from '../../../stack/test/support/folder.ts'
import { run, signalAt } from '../../../stack/test/support/process.ts'
import { startProcess, tokenFor } from '../../support/service-process.ts'
import { runInShell } from '../../support/shell.ts'

const examples = await readExamplePlants()

async function openClient(url: string, settings: { DATA: string; SUB?: string }) {
  return createPlantClient({ baseUrl: url, token: await tokenFor(settings) })
}

async function listPlants(url: string, settings: { DATA: string; SUB?: string }): Promise<Plant[]> {
  return Array.fromAsync((await openClient(url, settings)).allPlants({ limit: 100 }))
}

it('the first start adds the example plants for gardener only, and prints a command that lists them in a shell', async () => {
  // The folder does not exist yet, and its path needs quotes in a shell.
  const DATA = join(await newFolder("plants of $HOME's `mine`-"), 'data')
  const { url, stdout } = await startProcess({ DATA })
  const plants = await listPlants(url, { DATA })
  expect(plants.map(({ name, tag }) => ({ name, tag }))).toEqual(examples)
  expect(await listPlants(url, { DATA, SUB: 'somebody else' })).toEqual([])
  const [, line = ''] = /^ +(curl .*)$/m.exec(stdout) ?? []
  const listed = await runInShell(line)
  expect(listed).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(listed.stdout)).toEqual(plants.slice(0, 3))
})

it('the second start completes a stopped first start, and the third start does not restore a deleted plant', async () => {
  const DATA = join(await newFolder(), 'data')
  // The service adds one plant in each iteration of its event loop.
  const args = [...signalAt('First start', 'SIGTERM', 50), 'server/main.ts']
  const stopped = await run(process.execPath, args, { env: { PORT: '0', LOG_LEVEL: 'error', DATA } })
  expect(stopped.stdout).not.toMatch('listening on')
  expect(stopped).toMatchObject({ code: 0, signal: null, stderr: '' })

  const second = await startProcess({ DATA })
  const plants = await listPlants(second.url, { DATA })
  const names = (all: { name: string }[]) => all.map(({ name }) => name).toSorted()
  expect(names(plants)).toEqual(names(examples))
  expect(Number(/adding (\d+) example/.exec(second.stdout)?.[1])).toBeLessThan(examples.length)
  await (await openClient(second.url, { DATA })).deletePlant({ path: { id: plants[0]?.id ?? '' } })
  await second.end()

  const third = await startProcess({ DATA })
  expect(third.stdout).not.toMatch('First start')
  expect(await listPlants(third.url, { DATA })).toEqual(plants.slice(1))
})
