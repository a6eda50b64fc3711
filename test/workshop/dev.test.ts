// `make dev` in a copy of the project: what is changed there is served, what no longer fits is shown, what is broken
// leaves the last that worked, and nothing outlives it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Copies, copyProject } from '../copies/copy.ts'
import { freePort } from '../support/process.ts'
import { run, withoutMake } from './run.ts'

interface Dev {
  child: ChildProcess
  /** All it has printed. */
  printed: () => string
}

// A busy machine is slow, and nothing here is late because of that.
const deadlineMs = 30_000

let copies: Copies
let folder: string
let ports: { service: number; mock: number }
let dev: Dev
let changes = 0
beforeAll(async () => {
  copies = await copyProject(1)
  folder = copies.folders[0] ?? ''
  ports = { service: await freePort(), mock: await freePort() }
  // There is less to check so, and nobody but the server names an operation.
  await edit('tsconfig.json', '"client", "test", "tools",', '"test/support/raw-http.ts",')
  // A data folder that has been used gets no example plants.
  await mkdir(join(folder, '.data'))
  await writeFile(join(folder, '.data/example-collection-added'), '')
})
afterAll(async () => {
  dev.child.kill('SIGKILL')
  await copies[Symbol.asyncDispose]()
})

/** Waits until all of this is printed. */
async function startDev(...expected: RegExp[]): Promise<void> {
  const env = { ...withoutMake(), PORT: String(ports.service), MOCK_PORT: String(ports.mock), DATA: '', HOST: '' }
  const child = spawn(process.execPath, ['tools/dev.ts'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data))
  dev = { child, printed: () => printed }
  await until(
    () => expected.every((one) => one.test(printed)),
    () => `${expected} in:\n${printed}`,
  )
}

/** Makes one change, and waits until all of this is printed after it. */
async function see(change: () => Promise<void>, ...expected: RegExp[]): Promise<string> {
  changes += 1
  const from = dev.printed().length
  await change()
  const news = () => dev.printed().slice(from)
  await until(
    () => expected.every((one) => one.test(news())),
    () => `${expected} in:\n${news()}`,
  )
  return news()
}

async function until(isSo: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
  const end = performance.now() + deadlineMs
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what()}`)
    await sleep(25)
  }
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const path = join(folder, file)
  const text = await readFile(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
  await write(file, text.replace(from, to))
}

/** As editors do it. */
async function write(file: string, text: string): Promise<void> {
  await writeFile(join(folder, `${file}.new`), text)
  await rename(join(folder, `${file}.new`), join(folder, file))
}

async function get(port: number, path: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  return answer.text()
}

async function isFree(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => false,
    () => true,
  )
}

/** Those that it has started, and that are there still: service and mock, and the next of each on standby. */
async function processesOf({ child }: Dev): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid='])
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  return rows.flatMap(([pid = 0, parent]) => (parent === child.pid ? [pid] : []))
}

describe('make dev', { timeout: 2 * deadlineMs }, () => {
  it('starts what can start, and says what cannot and why', async () => {
    const other = createServer().listen(ports.mock, '127.0.0.1')
    await once(other, 'listening')
    await startDev(/generated in/, /The Plant Collection Service listens on/, /The mock ended/, /types fit in/)
    expect(dev.printed()).toContain(`127.0.0.1 port ${ports.mock} is in use`)
    other.close()
    await once(other, 'close')
  })

  it('serves what the contract says now, on both, with the next change', async () => {
    const change = () => edit('openapi.yaml', 'summary: List plants', 'summary: List all of them')
    await see(
      change,
      /openapi\.yaml changed\n[\s\S]*generated in \d+\.\d s/,
      /restarted in \d+\.\d s/,
      /types fit in \d+\.\d s/,
    )
    for (const port of [ports.service, ports.mock]) {
      expect(await get(port, '/openapi.json')).toContain('List all of them')
      expect(await get(port, '/docs')).toContain('List all of them')
    }
  })

  it('tells the journeys as they are now', async () => {
    const journeys = 'docs/workflows.arazzo.yaml'
    await see(
      () => edit(journeys, 'title: Workflows', 'title: Walks'),
      /workflows\.arazzo\.yaml changed/,
      /restarted/,
      /types fit in/,
    )
    expect(await get(ports.service, '/docs')).toContain('Walks')
    const sound = await readFile(join(folder, journeys), 'utf8')
    const broken = await see(() => write(journeys, sound.replace('title: Walks', 'title: [')), /stays/)
    expect(broken).toMatch(/^generated\/docs\.html cannot be made: docs\/workflows\.arazzo\.yaml: .+\nwhat .+ stays$/m)
    await see(() => write(journeys, sound), /restarted/, /types fit in/)
  })

  it('shows where a handler no longer fits, until it does', async () => {
    const change = () => edit('openapi.yaml', 'operationId: getPlant', 'operationId: readPlant')
    const shown = await see(change, /types do not fit: \d+ errors in/, /restarted/)
    expect(shown).toMatch(/^server\/plants\.ts:\d+ .*getPlant/m)
    await see(
      () => edit('server/core/plants/plant-handlers.ts', 'async getPlant(', 'async readPlant('),
      /types fit in/,
      /restarted/,
    )
  })

  it('keeps what worked while the contract is broken, and says in a line where', async () => {
    const before = await processesOf(dev)
    const sound = await readFile(join(folder, 'openapi.yaml'), 'utf8')
    const noYaml = await see(() => write('openapi.yaml', sound.replace('tags: [Plants]', 'tags: [Plants')), /stays/)
    expect(noYaml).toMatch(/^\nopenapi\.yaml changed\nopenapi\.yaml:\d+ .+\nwhat .+ stays\n$/)
    const noTarget = await see(
      () => write('openapi.yaml', sound.replace("responses/Forbidden'", "responses/Forbiden'")),
      /stays/,
    )
    expect(noTarget).toMatch(/^\nopenapi\.yaml changed\nopenapi\.yaml:\d+ .*responses\/Forbiden\nwhat .+ stays\n$/)
    expect(await get(ports.service, '/openapi.json')).toContain('List all of them')
    expect(await processesOf(dev)).toEqual(before)
    await see(() => write('openapi.yaml', sound), /restarted/, /types fit in/)
  })

  it('restarts both when a source changes, once for many writes', async () => {
    const page = join(folder, 'server/problem-page.ts')
    const text = await readFile(page, 'utf8')
    const change = async () => {
      for (const word of ['One', 'Two', 'Three']) writeFileSync(page, text.replace('All of the API', word))
    }
    const shown = await see(change, /server\/problem-page\.ts changed/, /restarted/, /types fit in/)
    expect(shown.match(/changed/g)).toHaveLength(1)
    for (const port of [ports.service, ports.mock]) {
      expect(await get(port, '/problems/not-found')).toContain('>Three</a>')
    }
    expect(await processesOf(dev)).toHaveLength(4)
  })

  it('starts again what broke', async () => {
    await see(
      () => edit('server/main.ts', '\n', '\nthrow new Error("broken")\n'),
      /Error: broken/,
      /The service ended \(1\)/,
    )
    await until(
      async () => !(await isFree(ports.mock)),
      () => 'the mock',
    )
    await see(() => edit('server/main.ts', 'throw new Error("broken")\n', ''), /restarted/)
    expect(await get(ports.service, '/openapi.json')).toContain('listPlants')
  })

  it('checks a test that changes, and restarts nothing', async () => {
    const before = await processesOf(dev)
    const change = () => edit('test/support/raw-http.ts', '\n', "\nexport const wrong: number = ''\n")
    const shown = await see(change, /test\/raw\.ts:2 Type 'string' is not assignable/, /1 error in/)
    expect(shown).not.toContain('started')
    expect(await processesOf(dev)).toEqual(before)
  })

  it('is moved by nobody’s changes but ours', async () => {
    await sleep(500)
    expect(dev.printed().match(/changed$/gm)).toHaveLength(changes)
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)('leaves no process behind after %s', async (signal) => {
    if (dev.child.exitCode !== null) {
      await startDev(/started in/)
    }
    const started = await processesOf(dev)
    expect(started).toHaveLength(4)
    dev.child.kill(signal)
    const [code] = await once(dev.child, 'exit')
    expect(code).toBe(signal === 'SIGTERM' ? 0 : null)
    await until(
      async () => (await isFree(ports.service)) && (await isFree(ports.mock)) && !started.some(isThere),
      () => `the end of ${started}`,
    )
  })
})

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
