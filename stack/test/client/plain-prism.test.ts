// The client with plain Prism, `prism mock generated/openapi.yaml`: the contract, without code of this project behind it.
import { fileURLToPath } from 'node:url'
import { createPlantClient, type PlantClient } from '@plant-collection/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { etag, fern, monstera, path } from '../../../test/support/contract-examples.ts'
import { cleanUp } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { start } from '../support/process.ts'

const command = fileURLToPath(import.meta.resolve('@stoplight/prism-cli/dist/index.js'))
let client: PlantClient
beforeAll(async () => {
  client = createPlantClient({ baseUrl: await startPrism('generated/openapi.yaml'), token: 'a.b.c' })
})
afterAll(cleanUp)

/** Returns its address. */
async function startPrism(contract: string): Promise<string> {
  const port = await freePort()
  const prism = start(process.execPath, [command, 'mock', contract, '--host', '127.0.0.1', '--port', `${port}`])
  await prism.printed(/Prism is listening/)
  return `http://127.0.0.1:${port}`
}

const created = { ok: true, status: 201, body: monstera, headers: { location: `plants/${monstera.id}` } }
const key = { 'Idempotency-Key': '5f0c9a9e-1d0f-4b1e-8a27-0c1d5a3f7b42' }

it.each<[string, (client: PlantClient) => Promise<unknown>, expected: object]>([
  ['lists', ({ listPlants }) => listPlants({ query: { limit: 2, tag: '' } }), { status: 200, body: [monstera, fern] }],
  ['iterates', ({ allPlants }) => Array.fromAsync(allPlants({ limit: 2 })), [monstera, fern]],
  ['creates', ({ createPlant }) => createPlant({ header: key, body: { name: 'Fern' } }), created],
  ['reads', ({ getPlant }) => getPlant({ path }), { ok: true, status: 200, body: monstera, headers: { etag } }],
  [
    'updates',
    ({ updatePlant }) => updatePlant({ path, header: { 'If-Match': etag }, body: { tag: null } }),
    { ok: true, status: 200, body: path, headers: { etag } },
  ],
  ['deletes', ({ deletePlant }) => deletePlant({ path }), { ok: true, status: 204, body: undefined }],
  [
    'rejects a limit of 0',
    ({ listPlants }) => listPlants({ query: { limit: 0 } }),
    { ok: false, status: 400, problem: { type: 'tag:plants.example,2026:invalid-request' } },
  ],
])('%s', async (_, call, expected) => {
  expect(await call(client)).toMatchObject(expected)
})

it('plain Prism reads the hand-written contract alone', async () => {
  const url = await startPrism('openapi.yaml')
  const response = await fetch(`${url}/plants`, { headers: { Authorization: 'Bearer a.b.c' } })
  expect([response.status, await response.json()]).toEqual([200, [monstera, fern]])
})
