// `make dev` in a copy of the project: both processes serve the changed code, errors are shown, a broken contract keeps the
// last working version running, and no process outlives make dev.
import { once } from 'node:events'
import { globSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Copies, copyProject } from '../../copies/copy.ts'
import { cleanUp } from '../../support/folder.ts'
import { freePort } from '../../support/free-port.ts'
import { outputOf, type RunningProcess, start } from '../../support/process.ts'

// Long, because the machine may be busy.
const waiting = { timeout: 100_000, interval: 25 }
const handlers = 'server/core/plants/plant-handlers.ts'
const workflows = 'docs/workflows.arazzo.yaml'

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
  edit('tsconfig.json', '"client", "test", "tools",', '"test/support/raw-http.ts",')
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
  await outputFrom({ stdout: 0, stderr: 0 }, expected)
}

/** Makes one change and waits for the output that follows. @returns All of that output. */
function outputAfter(change: () => void, ...expected: RegExp[]): Promise<string> {
  changes += 1
  const from = { stdout: dev.stdout.length, stderr: dev.stderr.length }
  change()
  return outputFrom(from, expected)
}

function outputFrom(from: { stdout: number; stderr: number }, expected: RegExp[]): Promise<string> {
  return vi.waitFor(() => {
    const output = dev.stdout.slice(from.stdout) + dev.stderr.slice(from.stderr)
    for (const pattern of expected) expect(output).toMatch(pattern)
    return output
  }, waiting)
}

/** Replaces a file with a changed one, as editors do. @returns A function that restores the file. */
function edit(file: string, from: string | RegExp, to: string): () => void {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toMatch(from)
  const write = (content: string) => {
    writeFileSync(`${path}.new`, content)
    renameSync(`${path}.new`, path)
  }
  write(text.replace(from, to))
  return () => write(text)
}

async function get(port: number, path: string): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}${path}`)).text()
}

/** The child processes of make dev: service and mock, and the next of each on standby. */
async function children(): Promise<number[]> {
  // A small Linux has no ps.
  if (process.platform === 'linux') {
    const lists = globSync(`/proc/${dev.pid}/task/*/children`).map((file) => readFileSync(file, 'utf8'))
    return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
  }
  const rows = [...(await outputOf('ps', ['-A', '-o', 'pid=,ppid='])).matchAll(/(\d+) +(\d+)/g)]
  return rows.flatMap(([, pid, parent]) => (Number(parent) === dev.pid ? [Number(pid)] : []))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
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

  it.each([
    ['openapi.yaml', 'summary: List plants', 'summary: List all of them', ['/openapi.json', '/docs']],
    [workflows, /title: .*/, 'title: Typical days', ['/docs']],
    ['server/http/problem-pages.ts', />[^<]*<\/a>/, '>More</a>', ['/problems/not-found']],
  ])('restarts both once after a change of %s, and both serve it', async (file, from, to, pages) => {
    const expected = [/^restarted in \d+\.\d s$/m, /^no type errors in \d+\.\d s$/m]
    const change = () => edit(file, from, to)
    const severalWrites = () => {
      for (let writes = 0; writes < 3; writes++) change()()
      change()
    }
    const output = await outputAfter(file.endsWith('.ts') ? severalWrites : change, ...expected)
    expect(output.match(/^.* changed$/gm)).toEqual([`${file} changed`])
    expect(/^generated in \d+\.\d s$/m.test(output)).toBe(file.endsWith('.yaml'))
    for (const page of pages) {
      for (const port of Object.values(ports)) expect(await get(port, page)).toContain(to.replace(/^\w+: /, ''))
    }
    expect(await children()).toHaveLength(4)
  })

  it('shows where a handler does not match the contract, until it does', async () => {
    const change = () => edit('openapi.yaml', 'operationId: getPlant', 'operationId: readPlant')
    const output = await outputAfter(change, /^\d+ type errors? in/m, /restarted/)
    expect(output).toMatch(new RegExp(`^${handlers}:\\d+ .*getPlant`, 'm'))
    const fix = () => edit(handlers, 'async getPlant(', 'async readPlant(')
    await outputAfter(fix, /no type errors in/, /restarted/)
  })

  it.each([
    ['openapi.yaml', 'tags: [Plants]', 'tags: [Plants', /^openapi\.yaml:\d+ .+$/],
    ['openapi.yaml', "responses/Forbidden'", "responses/Forbiden'", /^openapi\.yaml:\d+ .*responses\/Forbiden$/],
    [workflows, /title: .*/, 'title: [', /^cannot generate generated\/docs\.md: docs\/workflows\.arazzo\.yaml: .+$/],
  ])('keeps the last working version while %s is broken (%s), and shows one line', async (file, from, to, error) => {
    const before = await children()
    let restore = () => {}
    const change = () => {
      restore = edit(file, from, to)
    }
    const output = await outputAfter(change, /are kept/)
    const [, changed, ...lines] = output.split('\n')
    expect(changed).toBe(`${file} changed`)
    expect(lines).toEqual([expect.stringMatching(error), 'the previous generated/ files are kept', ''])
    expect(await get(ports.service, '/openapi.json')).toContain('List all of them')
    // The generators of other files may still run.
    await vi.waitFor(async () => expect(await children()).toEqual(before), waiting)
    await outputAfter(restore, /restarted/, /no type errors in/)
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
