// A mock over HTTP and the handlers for Mock Service Worker, both with the same plants: tests of what both have in common.
import { createPlantClient } from '@plant-collection/client'
import type { Control } from '@plant-collection/client/msw'
import { plantHandlers } from '@plant-collection/client/msw'
import { setupServer } from 'msw/node'
import { startMock } from '../../server/start-mock.ts'

export const firstId = '00000000-0000-7000-8000-000000000001'
export const handlersUrl = 'https://plants.example/api'
const plants = [{ name: 'Fern', tag: 'stairs' }, { name: 'Moss' }, { name: 'Ivy', tag: 'stairs' }]

/** For `describe.each`: a name, the base URL and the control of each. */
export async function startControlledMocks() {
  const mock = await startMock({ items: plants })
  const handlers = plantHandlers({ baseUrl: handlersUrl, plants })
  const server = setupServer(...handlers.handlers)
  server.listen({ onUnhandledFrame: 'bypass' })
  const mocks: [name: string, baseUrl: string, control: Control][] = [
    ['the mock', mock.url, mock.control],
    ['the handlers', handlersUrl, handlers.control],
  ]
  return {
    mock,
    mocks,
    close() {
      server.close()
      return mock.close()
    },
  }
}

export function callsOf(baseUrl: string) {
  const clientOf = (token: string) => createPlantClient({ baseUrl, token, retry: false })
  const ann = clientOf('ann')
  return {
    clientOf,
    ann,
    names: async (client = ann) => (await Array.fromAsync(client.allPlants({ limit: 2 }))).map(({ name }) => name),
    get: (path = `/plants/${firstId}`, token = 'ann', headers = {}) =>
      fetch(baseUrl + path, { headers: { Authorization: `Bearer ${token}`, ...headers } }),
  }
}
