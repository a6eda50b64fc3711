// The client against plain Prism: the contract alone, with none of our own code behind it.

import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { createPlantClient, type PlantClient } from '@plant-collection/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fern, monstera } from './contract-examples.ts'

const startDeadlineMs = 30_000
const root = new URL('../../', import.meta.url)
const path = { id: monstera.id }

let prism: ChildProcess
let client: PlantClient

// Prism leaves some requests without any answer (stoplightio/prism, malformed JSON): each has a deadline.
const signal = () => AbortSignal.timeout(5_000)

const preferring = (prefer: string) =>
  createPlantClient({
    baseUrl,
    token: 'a.b.c',
    fetch: (request) => {
      request.headers.set('Prefer', prefer)
      return fetch(request)
    },
  })

let baseUrl: string

beforeAll(async () => {
  const port = await freePort()
  baseUrl = `http://127.0.0.1:${port}`
  const command = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js')
  const args = [command, 'mock', 'openapi.yaml', '--host', '127.0.0.1', '--port', String(port)]
  prism = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  await listening(prism)
  client = createPlantClient({ baseUrl, token: 'a.b.c' })
}, startDeadlineMs + 1_000)

afterAll(async () => {
  if (prism.exitCode !== null) return
  const ended = new Promise((resolve) => prism.once('exit', resolve))
  prism.kill()
  await ended
})

describe('plain Prism', () => {
  it('lists plants', async () => {
    const result = await client.listPlants({ query: { limit: 2, tag: '' }, signal: signal() })
    expect(result).toMatchObject({ ok: true, status: 200, body: [monstera, fern] })
  })

  it('is walked to its end', async () => {
    expect(await Array.fromAsync(client.allPlants({ limit: 2, signal: signal() }))).toEqual([monstera, fern])
  })

  it('creates a plant and says where it is', async () => {
    const result = await client.createPlant({ body: { name: 'Monstera deliciosa' }, signal: signal() })
    expect(result).toMatchObject({
      ok: true,
      status: 201,
      body: monstera,
      headers: { location: `plants/${monstera.id}` },
    })
  })

  it('deletes a plant', async () => {
    expect(await client.deletePlant({ path, signal: signal() })).toMatchObject({
      ok: true,
      status: 204,
      body: undefined,
    })
  })

  it('refuses a wrong parameter and a wrong body as the contract says', async () => {
    const list = await client.listPlants({ query: { limit: 0 }, signal: signal() })
    expect(list).toMatchObject({ ok: false, status: 400, problem: { type: '/problems/invalid-request' } })
    const create = await client.createPlant({ body: { name: '' }, signal: signal() })
    expect(create).toMatchObject({ ok: false, status: 400, problem: { errors: [{}] } })
  })

  it.each([400, 401, 403, 404] as const)('gives the documented %i of deletePlant when asked for it', async (status) => {
    const result = await preferring(`code=${status}`).deletePlant({ path, signal: signal() })
    expect(result).toMatchObject({ ok: false, status, problem: { status } })
  })

  it.each([413, 415] as const)('gives the documented %i of createPlant when asked for it', async (status) => {
    const result = await preferring(`code=${status}`).createPlant({ body: { name: 'Fern' }, signal: signal() })
    expect(result).toMatchObject({ ok: false, status, problem: { status } })
  })
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('not TCP')
  return address.port
}

function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const giveUp = (why: string) => {
      child.kill()
      reject(new Error(`Prism ${why}: ${said}`))
    }
    const deadline = setTimeout(() => giveUp('did not start in time'), startDeadlineMs)
    child.once('exit', () => giveUp('ended'))
    const hear = (chunk: Buffer) => {
      said += chunk
      if (!said.includes('Prism is listening')) return
      clearTimeout(deadline)
      child.removeAllListeners('exit')
      resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
  })
}
