// A program with the globals of happy-dom: it reads a list page by page, and changes a plant with If-Match.
import { createPlantClient } from '@plant-collection/client'
import { plantHandlers } from '@plant-collection/client/msw'
import { Window } from 'happy-dom'
import { setupServer } from 'msw/node'

const baseUrl = 'https://plants.test'
const window = new Window({ url: baseUrl })
for (const name of 'AbortController AbortSignal Headers Request Response document fetch location'.split(' ')) {
  Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true })
}
const plants = ['a', 'b', 'c'].map((name) => ({ name }))
setupServer(...plantHandlers({ baseUrl, mode: 'stateful', plants }).handlers).listen()

const client = createPlantClient({ baseUrl: '/', token: 'ann' })
const names = []
for await (const { name } of client.allPlants({ limit: 1 })) names.push(name)
const { body, response } = await client.listPlants()
const cased = [...response.headers].some(([name]) => name === 'ETag')
const path = { id: body[0].id }
const seen = await client.getPlant({ path })
const header = { 'If-Match': seen.headers.etag }
const statuses = [
  (await client.updatePlant({ path, header, body: { name: 'z' } })).status,
  (await client.updatePlant({ path, header, body: { name: 'y' } })).status,
  (await client.deletePlant({ path })).status,
]
console.log(JSON.stringify({ names, cased, statuses }))
process.exit()
