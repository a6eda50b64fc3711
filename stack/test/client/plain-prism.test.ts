// The client with plain Prism, `prism mock openapi.yaml`: the contract, without code of this project behind it.
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { ceiling, etag, path, stairs } from '../support/contract-examples.ts'
import { freePort } from '../support/free-port.ts'
import { createLampClient, type LampClient } from '../support/lamp-client.ts'
import { start } from '../support/process.ts'

const command = fileURLToPath(import.meta.resolve('@stoplight/prism-cli/dist/index.js'))
let client: LampClient
beforeAll(async () => {
  client = createLampClient({ baseUrl: await startPrism('stack/test/product/generated/openapi.yaml'), token: 'a.b.c' })
})

/** Returns its address. */
async function startPrism(contract: string): Promise<string> {
  const port = await freePort()
  const prism = start(process.execPath, [command, 'mock', contract, '--host', '127.0.0.1', '--port', `${port}`])
  await prism.printed(/Prism is listening/)
  return `http://127.0.0.1:${port}`
}

const created = { ok: true, status: 201, body: ceiling, headers: { location: `lamps/${ceiling.id}` } }
const key = { 'Idempotency-Key': '5f0c9a9e-1d0f-4b1e-8a27-0c1d5a3f7b42' }

it.each<[string, (client: LampClient) => Promise<unknown>, expected: object]>([
  ['lists', ({ listLamps }) => listLamps({ query: { limit: 2, tag: '' } }), { status: 200, body: [ceiling, stairs] }],
  ['iterates', ({ allItems }) => Array.fromAsync(allItems('listLamps', { query: { limit: 2 } })), [ceiling, stairs]],
  ['creates', ({ createLamp }) => createLamp({ header: key, body: { name: 'Desk' } }), created],
  ['reads', ({ getLamp }) => getLamp({ path }), { ok: true, status: 200, body: ceiling, headers: { etag } }],
  [
    'updates',
    ({ updateLamp }) => updateLamp({ path, header: { 'If-Match': etag }, body: { tag: null } }),
    { ok: true, status: 200, body: path, headers: { etag } },
  ],
  ['deletes', ({ deleteLamp }) => deleteLamp({ path }), { ok: true, status: 204, body: undefined }],
  [
    'rejects a limit of 0',
    ({ listLamps }) => listLamps({ query: { limit: 0 } }),
    { ok: false, status: 400, problem: { type: 'tag:rooms.example,2026:invalid-request' } },
  ],
])('%s', async (_, call, expected) => {
  expect(await call(client)).toMatchObject(expected)
})

it('plain Prism reads the hand-written contract alone', async () => {
  const url = await startPrism('stack/test/product/openapi.yaml')
  const response = await fetch(`${url}/lamps`, { headers: { Authorization: 'Bearer a.b.c' } })
  expect([response.status, await response.json()]).toEqual([200, [ceiling, stairs]])
})
