// A page whose service is a service worker with our handlers.
import { createPlantClient } from '@plant-collection/client'
import { plantHandlers } from '@plant-collection/client/msw'
import { setupWorker } from 'msw/browser'

const baseUrl = `${location.origin}/api`
const client = createPlantClient({ baseUrl, token: 'ann' })
const worker = setupWorker(...plantHandlers({ baseUrl, mode: 'stateful' }).handlers)

async function walk() {
  await worker.start({ quiet: true })
  const responses = [
    await client.createPlant({ body: { name: 'Fern', tag: 'x' } }),
    await client.createPlant({ body: { name: 'Moss' } }),
    await client.createPlant({ body: { name: '' } }),
  ]
  const names = (await Array.fromAsync(client.allPlants({ limit: 1 }))).map(({ name }) => name)
  return { statuses: responses.map(({ status }) => status), names, others: (await fetch('/page.js')).status }
}

Object.assign(globalThis, { walk })
