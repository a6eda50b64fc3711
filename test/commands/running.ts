// Import and export, here or as processes with a deadline, and a road to the service on which a test can disturb them.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createPlantClient, type NewPlant, type PlantClient } from '@plant-collection/client'
import { exportPlants } from '../../server/commands/export-plants.ts'
import { importPlants } from '../../server/commands/import-plants.ts'
import { StartUpError } from '../../server/configuration/start-up-error.ts'
import { root } from '../support/folder.ts'
import type { Service } from '../support/service.ts'

type Settings = Record<string, string>

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Imports here, as the process does. */
export function importHere(settings: Settings, stop = new AbortController().signal): Promise<Ended> {
  return endedHere((stdout, stderr) => importPlants(settings, { stdout, stderr, stop }))
}

/** Exports here, as the process does. */
export function exportHere(settings: Settings): Promise<Ended> {
  return endedHere(async (stdout, stderr) => {
    const say = (line: string) => stderr.write(`${line}\n`)
    await exportPlants(settings, { stdout, say, stop: new AbortController().signal })
    return 0
  })
}

async function endedHere(run: (stdout: PassThrough, stderr: PassThrough) => Promise<number>): Promise<Ended> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const printed = Promise.all([text(stdout), text(stderr)])
  const code = await run(stdout, stderr).catch((error: unknown) => {
    if (!(error instanceof StartUpError)) throw error
    stderr.write(`${error.message}\n`)
    return 2
  })
  stdout.end()
  stderr.end()
  const [out, err] = await printed
  return { code, stdout: out, stderr: err }
}

/** @param onStart For a test that ends it. */
export async function runCommand(
  command: 'import' | 'export',
  settings: Settings,
  onStart: (child: ChildProcess) => void = () => {},
): Promise<Ended> {
  const child = spawn(process.execPath, [`server/commands/${command}.ts`], {
    cwd: root,
    env: { PATH: dirname(process.execPath), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 15_000,
    killSignal: 'SIGKILL',
  })
  onStart(child)
  const printed = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (part: string) => {
      printed[stream] += part
    })
  }
  const [code] = await once(child, 'close')
  return { code, ...printed }
}

export interface Folder extends AsyncDisposable {
  /** Writes a file; gives its path. */
  file: (content: string | Buffer, name?: string) => Promise<string>
  path: string
}

export async function newFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'plants-csv-'))
  return {
    path,
    async file(content, name = 'plants.csv') {
      await writeFile(join(path, name), content)
      return join(path, name)
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true }),
  }
}

export async function clientOf({ url, token }: Service, subject?: string): Promise<PlantClient> {
  return createPlantClient({ baseUrl: url, token: await token(subject) })
}

export async function plantsOf(client: PlantClient): Promise<NewPlant[]> {
  const plants = await Array.fromAsync(client.allPlants({ limit: 100 }))
  return plants.map(({ name, tag }) => ({ name, tag }))
}

/**
 * What happens to a request: it passes; it is answered with a status; its connection breaks before the service has it;
 * or after the service has done it.
 */
export type Fate = undefined | { status: number; headers?: Record<string, string> } | 'broken' | 'answer lost'

export interface Road extends AsyncDisposable {
  url: string
  /** Requests that came, the method and the Idempotency-Key of each, and when. */
  seen: { method: string; key: string | undefined; atMs: number }[]
}

/** A road to the service, on which `fateOf` is asked about each request; posts are counted from 1. */
export async function roadTo(url: string, fateOf: (method: string, post: number) => Fate): Promise<Road> {
  const seen: Road['seen'] = []
  let posts = 0
  const server = createServer((req, res) => {
    const { method = '' } = req
    if (method === 'POST') posts++
    seen.push({ method, key: req.headers['idempotency-key']?.toString(), atMs: performance.now() })
    const fate = fateOf(method, posts)
    if (fate === 'broken') req.socket.destroy()
    else if (typeof fate === 'object') res.writeHead(fate.status, fate.headers).end()
    else pass(url, req, res, fate === 'answer lost')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function pass(url: string, req: IncomingMessage, res: ServerResponse, isLost: boolean): void {
  const { method, headers } = req
  const forward = send(new URL(req.url ?? '', url), { method, headers }, (answer) => {
    if (isLost) {
      answer.resume()
      answer.on('end', () => req.socket.destroy())
    } else {
      res.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(res)
    }
  })
  forward.on('error', () => req.socket.destroy())
  req.pipe(forward)
}

/** The first plants of an endless collection. */
export const numbered = (count: number) => Array.from({ length: count }, (_, i) => `Plant ${i + 1}`)

let callers = 0

/** A collection of its own, and how to import into it. */
export async function newCollection(service: Service, folder: Folder) {
  const subject = `caller ${++callers}`
  const client = await clientOf(service, subject)
  const settings = { URL: service.url, DATA: service.folder, SUB: subject }
  const fileOf = (content: string | Buffer) => folder.file(content, `${subject}.csv`)
  return {
    client,
    settings,
    fileOf,
    names: async () => (await plantsOf(client)).map(({ name }) => name),
    importing: async (content: string | Buffer, more: Settings = {}) =>
      importHere({ ...settings, FILE: await fileOf(content), ...more }),
  }
}
