import { chmod, readFile, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { createPlantClient, type Plant, type PlantClient } from '@plant-collection/client'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp, newFolder, root } from '../../support/folder.ts'
import { run } from '../../support/process.ts'
import { runServer, type ServiceProcess, startProcess, tokenFor } from '../../support/service-process.ts'
import { signalAt } from '../../support/signal-at.ts'

let data: string
let service: ServiceProcess
let client: PlantClient

beforeAll(async () => {
  // A folder that is not there yet, with a space in its name.
  data = join(await newFolder('plants of mine-'), 'data')
  service = await startProcess({ DATA: data })
  client = await clientOf(service)
})
afterAll(cleanUp)

describe('the first start on a data folder', () => {
  it('makes the example collection, as the caller that make token speaks for', async () => {
    const rows = await exampleRows()
    expect(rows.length).toBeGreaterThan(300)
    const plants = await list(client)
    expect(plants.map(({ name, tag }) => ({ scientific_name: name, family: tag }))).toEqual(rows)
  })

  it('gives other callers none of it', async () => {
    expect(await list(await clientOf(service, { SUB: 'somebody else' }))).toEqual([])
  })

  it('prints what it adds, where it listens and where the docs are', async () => {
    expect(service.stdout).toMatch(/^First start: adding 314 example plants …\n/)
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const docs = /Read the docs at (\S+)/.exec(service.stdout)?.[1] ?? ''
    expect(docs).toBe(`${service.url}/docs`)
    const answer = await fetch(docs)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toMatch('text/html')
    expect(await answer.text()).toMatch('Plant Collection')
  })
})

describe.concurrent('a first start that does not come to its end', () => {
  it('leaves the example collection to the next: the port was in use', async () => {
    const folder = join(await newFolder(), 'data')
    const { port } = new URL(service.url)
    expect(await runServer({ DATA: folder, PORT: port })).toMatchObject({ code: 1 })
    expect(await namesIn(folder)).toEqual(await exampleNames())
  })

  it.each([
    ['told to end', 'SIGTERM', { code: 0, signal: null, stderr: '' }],
    ['killed', 'SIGKILL', { code: null, signal: 'SIGKILL', stderr: '' }],
  ] as const)('leaves the rest of the example collection to the next: it was %s', async (_how, signal, end) => {
    const folder = join(await newFolder(), 'data')
    const settings = { PORT: '0', LOG_LEVEL: 'error', DATA: folder }
    // The service adds one plant in each turn of its event loop.
    const args = [...signalAt('First start', signal, 50), 'server/main.ts']
    const first = await run(process.execPath, args, { settings })
    expect(first.stdout).not.toMatch('listens on')
    expect(first).toMatchObject(end)
    expect(await namesIn(folder)).toEqual(await exampleNames())
  })

  async function exampleNames(): Promise<(string | undefined)[]> {
    return (await exampleRows()).map((row) => row.scientific_name)
  }

  async function namesIn(folder: string): Promise<string[]> {
    const next = await startProcess({ DATA: folder })
    const plants = await list(createPlantClient({ baseUrl: next.url, token: await tokenFor({ DATA: folder }) }))
    await next.end()
    return plants.map(({ name }) => name).toSorted()
  }
})

describe('the line it prints to try it with', () => {
  const line = () => /^ +(curl .*)$/m.exec(service.stdout)?.[1] ?? ''

  // A bare machine may have no curl, so a stand-in is tried always, and curl itself where there is one.
  it('lists plants when it is pasted into a shell', async () => {
    const standIn = await binFolder({ make, curl: curlStandIn })
    const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
    const paths = [[standIn, path].join(delimiter)]
    const hasCurl = await run('sh', ['-c', 'command -v curl'])
    if (hasCurl.code === 0) paths.push([await binFolder({ make }), path].join(delimiter))

    const expected = (await list(client)).slice(0, 3)
    expect(expected).toHaveLength(3)
    for (const PATH of paths) {
      const { code, stdout, stderr } = await run('sh', ['-c', line()], { settings: { PATH } })
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(JSON.parse(stdout)).toEqual(expected)
    }
  })
})

describe('the next start on the same folder', () => {
  it('adds nothing, and keeps what was created and deleted', async () => {
    const [first] = await list(client)
    const created = await client.createPlant({ body: { name: 'Kept over a restart', tag: 'mine' } })
    const deleted = await client.deletePlant({ path: { id: first?.id ?? '' } })
    expect([created.ok, deleted.ok]).toEqual([true, true])
    const before = await list(client)

    expect(await service.end()).toMatchObject({ code: 0, stderr: '' })
    service = await startProcess({ DATA: data })

    expect(service.stdout).not.toMatch('First start')
    const after = await list(await clientOf(service))
    expect(after).toEqual(before)
    expect(after.map(({ name }) => name)).toContain('Kept over a restart')
    expect(after.map(({ id }) => id)).not.toContain(first?.id)
  })
})

async function exampleRows(): Promise<Record<string, string>[]> {
  return parse(await readFile(join(root, 'data/plants.csv')), { columns: true })
}

async function clientOf({ url }: ServiceProcess, settings = {}): Promise<PlantClient> {
  return createPlantClient({ baseUrl: url, token: await tokenFor({ DATA: data, ...settings }) })
}

async function list(of: PlantClient): Promise<Plant[]> {
  return Array.fromAsync(of.allPlants({ limit: 100 }))
}

// The make of the machine, told not to install anything under the feet of the tests that run at the same time.
const make = `#!/bin/sh
PATH=\${PATH#*:} exec make -o node_modules/.installed "$@"
`

const curlStandIn = `#!/usr/bin/env node
const [, , silent, url, dashH, header, ...more] = process.argv
if (silent !== '-s' || dashH !== '-H' || more.length > 0) throw new Error('unknown option')
const colon = header.indexOf(': ')
const answer = await fetch(url, { headers: { [header.slice(0, colon)]: header.slice(colon + 2) } })
process.stdout.write(await answer.text())
`

async function binFolder(programs: Record<string, string>): Promise<string> {
  const folder = await newFolder()
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(folder, name), text)
    await chmod(join(folder, name), 0o755)
  }
  return folder
}
