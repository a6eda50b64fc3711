// Sends requests, and prints the status and the body of each response: to the service at a URL, or to the handlers for Mock
// Service Worker. The arguments are the requests as JSON, the URL and a token.
import { setupServer } from 'msw/node'
import { plantHandlers } from '../../../client/msw/index.ts'

const [, , requests = '[]', url = 'http://rooms.test', token = 'any'] = process.argv
const isMocked = process.argv.length === 3
const handlers = setupServer(...plantHandlers({ baseUrl: url, mode: 'stateful' }).handlers)
if (isMocked) handlers.listen({ onUnhandledFrame: 'error' })

const printed: unknown[] = []
for (const [method, path, body] of JSON.parse(requests)) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const response = await fetch(url + path, { method, headers, body })
  printed.push([response.status, await response.text()])
}

if (isMocked) handlers.close()
console.log(JSON.stringify(printed))
