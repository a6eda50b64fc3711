// A mock over HTTP and the handlers for Mock Service Worker, with the same lamps, for tests of both.
import { setupServer } from 'msw/node'
import { onCleanUp } from './folder.ts'
import { createLampClient } from './lamp-client.ts'
import { type LampControl, lampHandlers } from './lamp-msw.ts'
import { startLampMock } from './service.ts'

export const firstId = '00000000-0000-7000-8000-000000000001'
const handlersUrl = 'https://rooms.example/api'
const lamps = [{ name: 'Desk', tag: 'stairs' }, { name: 'Wall' }, { name: 'Floor', tag: 'stairs' }]

/** Starts both, and closes them after the test file. @returns Rows for `describe.each`: name, base URL and control. */
export async function startControlledMocks() {
  const mock = await startLampMock({ items: lamps })
  const handlers = lampHandlers({ baseUrl: handlersUrl, items: lamps })
  const server = setupServer(...handlers.handlers)
  server.listen({ onUnhandledFrame: 'bypass' })
  const mocks: [name: string, baseUrl: string, control: LampControl][] = [
    ['the mock', mock.url, mock.control],
    ['the handlers', handlersUrl, handlers.control],
  ]
  onCleanUp(async () => {
    server.close()
    await mock.close()
  })
  return { mocks }
}

export function createTestClients(baseUrl: string) {
  const clientFor = (token: string) => createLampClient({ baseUrl, token, retry: false })
  const ann = clientFor('ann')
  return {
    createClient: clientFor,
    ann,
    async names(client = ann) {
      const lamps = await Array.fromAsync(client.allItems('listLamps', { query: { limit: 2 } }))
      return lamps.map(({ name }) => name)
    },
    get: (path = `/lamps/${firstId}`, token = 'ann', headers = {}) =>
      fetch(baseUrl + path, { headers: { Authorization: `Bearer ${token}`, ...headers } }),
  }
}
