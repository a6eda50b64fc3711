// `make dev` in a copy of the project: both processes serve the changed code, errors are shown, a broken contract keeps the
// last working version running, and no process outlives make dev.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Copies, copyProject } from '../../copies/copy.ts'
import { cleanUp } from '../../support/folder.ts'
import { freePort } from '../../support/free-port.ts'
import { type RunningProcess, run, start } from '../../support/process.ts'

// Long, because the machine may be busy.
const waiting = { timeout: 30_000, interval: 25 }

let copies: Copies
let folder: string
let ports: { service: number; mock: number }
let dev: RunningProcess
let changes = 0
beforeAll(async () => {
  copies = await copyProject(1)
  folder = copies.folders[0] ?? ''
  ports = { service: await freePort(), mock: await freePort() }
  // Checks fewer files, and leaves the server as the only place that names an operation.
  await edit('tsconfig.json', '"client", "test", "tools",', '"test/support/raw-http.ts",')
  // A used data folder, so the service adds no example plants.
  await mkdir(join(folder, '.data'))
  await writeFile(join(folder, '.data/example-collection-added'), '')
})
afterAll(async () => {
  await cleanUp()
  await copies[Symbol.asyncDispose]()
})

/** Starts make dev and waits for this output. */
async function startDev(...expected: RegExp[]): Promise<void> {
  const settings = { PORT: String(ports.service), MOCK_PORT: String(ports.mock) }
  dev = start(process.execPath, ['tools/dev/main.ts'], { cwd: folder, settings })
  await printed({ stdout: 0, stderr: 0 }, expected)
}

/** Makes one change and waits for the output that follows. @returns All of that output. */
async function outputAfter(change: () => Promise<void>, ...expected: RegExp[]): Promise<string> {
  changes += 1
  const from = { stdout: dev.stdout.length, stderr: dev.stderr.length }
  await change()
  return printed(from, expected)
}

function printed(from: { stdout: number; stderr: number }, expected: RegExp[]): Promise<string> {
  return vi.waitFor(() => {
    const output = dev.stdout.slice(from.stdout) + dev.stderr.slice(from.stderr)
    for (const pattern of expected) expect(output).toMatch(pattern)
    return output
  }, waiting)
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(folder, file), 'utf8')
  expect(text).toContain(from)
  await write(file, text.replace(from, to))
}

/** Replaces a file, as editors do. */
async function write(file: string, text: string): Promise<void> {
  await writeFile(join(folder, `${file}.new`), text)
  await rename(join(folder, `${file}.new`), join(folder, file))
}

async function get(port: number, path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  return response.text()
}

/** The child processes of make dev: service and mock, and the next of each on standby. */
async function children(): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid='])
  const rows = [...stdout.matchAll(/(\d+) +(\d+)/g)]
  return rows.flatMap(([, pid, parent]) => (Number(parent) === dev.pid ? [Number(pid)] : []))
}

describe('make dev', { timeout: 2 * waiting.timeout }, () => {
  it('starts one process even if the other cannot start, and says why', async () => {
    const other = createServer().listen(ports.mock, '127.0.0.1')
    await once(other, 'listening')
    await startDev(/generated in/, /The Plant Collection Service listens on/, /The mock ended/, /no type errors in/)
    expect(dev.stderr).toContain(`127.0.0.1 port ${ports.mock} is in use`)
    other.close()
    await once(other, 'close')
  })

  it('serves a changed contract on both', async () => {
    await outputAfter(
      () => edit('openapi.yaml', 'summary: List plants', 'summary: List all of them'),
      /openapi\.yaml changed\n[\s\S]*generated in \d+\.\d s/,
      /restarted in \d+\.\d s/,
      /no type errors in \d+\.\d s/,
    )
    for (const port of [ports.service, ports.mock]) {
      for (const page of ['/openapi.json', '/docs']) expect(await get(port, page)).toContain('List all of them')
    }
  })

  it('shows changed workflows in the docs', async () => {
    const file = 'docs/workflows.arazzo.yaml'
    const valid = await readFile(join(folder, file), 'utf8')
    const title = /title: .*/
    const change = () => write(file, valid.replace(title, 'title: Typical days'))
    await outputAfter(change, /workflows\.arazzo\.yaml changed/, /restarted/, /no type errors in/)
    expect(await get(ports.service, '/docs')).toContain('Typical days')
    const output = await outputAfter(() => write(file, valid.replace(title, 'title: [')), /are kept/)
    expect(output).toMatch(/^cannot generate generated\/docs\.html: docs\/workflows\.arazzo\.yaml: .+\n.+ are kept$/m)
    await outputAfter(() => write(file, valid), /restarted/, /no type errors in/)
  })

  it('shows where a handler does not match the contract, until it does', async () => {
    const change = () => edit('openapi.yaml', 'operationId: getPlant', 'operationId: readPlant')
    const output = await outputAfter(change, /^\d+ type errors? in/m, /restarted/)
    expect(output).toMatch(/^server\/core\/plants\/plant-handlers\.ts:\d+ .*getPlant/m)
    const fix = () => edit('server/core/plants/plant-handlers.ts', 'async getPlant(', 'async readPlant(')
    await outputAfter(fix, /no type errors in/, /restarted/)
  })

  it('keeps the last working version while the contract is broken, and shows the line', async () => {
    const before = await children()
    const valid = await readFile(join(folder, 'openapi.yaml'), 'utf8')
    for (const [from, to, error] of [
      ['tags: [Plants]', 'tags: [Plants', '.+'],
      ["responses/Forbidden'", "responses/Forbiden'", '.*responses\\/Forbiden'],
    ] as const) {
      const output = await outputAfter(() => write('openapi.yaml', valid.replace(from, to)), /are kept/)
      expect(output).toMatch(new RegExp(`^\nopenapi\\.yaml changed\nopenapi\\.yaml:\\d+ ${error}\n.+ are kept\n$`))
    }
    expect(await get(ports.service, '/openapi.json')).toContain('List all of them')
    expect(await children()).toEqual(before)
    await outputAfter(() => write('openapi.yaml', valid), /restarted/, /no type errors in/)
  })

  it('restarts both when a source file changes, once for several writes', async () => {
    const file = join(folder, 'server/http/problem-page.ts')
    const text = await readFile(file, 'utf8')
    const change = async () => {
      for (const word of ['One', 'Two', 'Three']) writeFileSync(file, text.replace(/>[^<]*<\/a>/, `>${word}</a>`))
    }
    const output = await outputAfter(change, /server\/http\/problem-page\.ts changed/, /restarted/, /no type errors in/)
    expect(output.match(/changed/g)).toHaveLength(1)
    for (const port of [ports.service, ports.mock]) {
      expect(await get(port, '/problems/not-found')).toContain('>Three</a>')
    }
    expect(await children()).toHaveLength(4)
  })

  it('restarts a process that failed', async () => {
    const change = () => edit('server/main.ts', '\n', '\nthrow new Error("broken")\n')
    await outputAfter(change, /Error: broken/, /The service ended \(1\); it restarts at the next file change/)
    await vi.waitFor(() => get(ports.mock, '/'), waiting)
    await outputAfter(() => edit('server/main.ts', 'throw new Error("broken")\n', ''), /restarted/)
    expect(await get(ports.service, '/openapi.json')).toContain('listPlants')
  })

  it('checks the types of a changed test, and restarts nothing', async () => {
    const before = await children()
    const change = () => edit('test/support/raw-http.ts', '\n', "\nexport const wrong: number = ''\n")
    const output = await outputAfter(change, /raw-http\.ts:2 Type 'string' is not assignable/, /1 type error in/)
    expect(output).not.toContain('started')
    expect(await children()).toEqual(before)
  })

  it('reacts only to changes by others', async () => {
    await sleep(500)
    expect(dev.stdout.match(/changed$/gm)).toHaveLength(changes)
  })

  it.each([
    ['SIGTERM', 0],
    ['SIGKILL', null],
  ] as const)('leaves no process behind after %s', async (signal, code) => {
    if (signal === 'SIGKILL') await startDev(/started in/)
    const started = await children()
    expect(started).toHaveLength(4)
    expect(await dev.end(signal)).toMatchObject({ code })
    await vi.waitFor(() => expect(started.filter(isRunning)).toEqual([]), waiting)
    for (const port of Object.values(ports)) await expect(get(port, '/')).rejects.toThrow()
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
