// A page whose service is a service worker with the handlers for tests.
import { setupWorker } from 'msw/browser'
import { createLampClient } from '../../support/lamp-client.ts'
import { lampHandlers } from '../../support/lamp-msw.ts'

const baseUrl = `${location.origin}/api`
const client = createLampClient({ baseUrl, token: 'ann' })
const worker = setupWorker(...lampHandlers({ baseUrl, mode: 'stateful' }).handlers)

async function walk() {
  await worker.start({ quiet: true })
  const responses = [
    await client.createLamp({ body: { name: 'Desk', tag: 'x' } }),
    await client.createLamp({ body: { name: 'Wall' } }),
    await client.createLamp({ body: { name: '' } }),
  ]
  const names = (await Array.fromAsync(client.allItems('listLamps', { query: { limit: 1 } }))).map(({ name }) => name)
  return { statuses: responses.map(({ status }) => status), names, ownFile: (await fetch('/page.js')).status }
}

Object.assign(globalThis, { walk })
