// The client with `prism mock openapi.yaml`: Prism serves the contract without code of this project.
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

/** Starts Prism. @returns Its base URL. */
async function startPrism(contract: string): Promise<string> {
  const port = await freePort()
  const prism = start(process.execPath, [command, 'mock', contract, '--host', '127.0.0.1', '--port', `${port}`])
  await prism.waitForOutput(/Prism is listening/)
  return `http://127.0.0.1:${port}`
}

it('the client reads, creates, deletes and gets a problem from Prism with the generated contract', async () => {
  const pages = Array.fromAsync(client.allItems('listLamps', { query: { limit: 2 } }))
  expect(await pages).toEqual([ceiling, stairs])
  expect(await client.getLamp({ path })).toMatchObject({ status: 200, body: ceiling, headers: { etag } })
  expect(await client.createLamp({ body: { name: 'Desk' } })).toMatchObject({ status: 201, body: ceiling })
  expect(await client.deleteLamp({ path })).toMatchObject({ status: 204, body: undefined })
  const problem = { type: 'tag:rooms.example,2026:invalid-request' }
  expect(await client.listLamps({ query: { limit: 0 } })).toMatchObject({ status: 400, problem })
})

it('Prism serves the hand-written contract without the generated files', async () => {
  const url = await startPrism('stack/test/product/openapi.yaml')
  const response = await fetch(`${url}/lamps`, { headers: { Authorization: 'Bearer a.b.c' } })
  expect([response.status, await response.json()]).toEqual([200, [ceiling, stairs]])
})
