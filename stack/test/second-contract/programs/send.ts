// Sends requests, and prints the status, the body and the tag of each response: to the service at a URL, or to the handlers for Mock
// Service Worker. The arguments are the requests as JSON, the URL and a token. {id} in a path is that of the last item created.
import { roomHandlers } from './room-handlers.ts'

const [, , requests = '[]', url = 'http://rooms.test', token = 'any'] = process.argv
const isMocked = process.argv.length === 3
const handlers = roomHandlers(url)
if (isMocked) handlers.listen({ onUnhandledFrame: 'error' })

const printed: unknown[] = []
let id = ''
for (const [method, path, body] of JSON.parse(requests)) {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type }
  const response = await fetch(url + path.replace('{id}', id), { method, headers, body })
  const text = await response.text()
  printed.push([response.status, text, response.headers.get('ETag') ?? ''])
  if (response.status === 201) ({ id } = JSON.parse(text))
}

if (isMocked) handlers.close()
console.log(JSON.stringify(printed))
