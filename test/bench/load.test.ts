// The load client must notice every wrong response: a run of failures would be fast.
import { createServer, type ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { listen } from '../../server/http/http-server.ts'
import { headerOf, type Request, send } from './load.ts'

const requests: Request[] = Array.from({ length: 40 }, (_, index) => ({
  method: 'GET',
  path: `/${index}`,
  headers: {},
  status: 200,
}))

async function sendTo(
  respond: (res: ServerResponse, path: string) => void,
  onHead?: (index: number, head: string) => void,
) {
  const server = createServer((req, res) => respond(res, req.url ?? ''))
  const url = await listen(server, '127.0.0.1', 0)
  return send(url, requests, onHead).finally(() => {
    server.closeAllConnections()
    server.close()
  })
}

it('counts a wrong status as a failure', async () => {
  const outcome = sendTo((res, path) => res.writeHead(path === '/7' ? 500 : 200).end('text'))
  await expect(outcome).rejects.toThrow('1 of 40 responses have a wrong status: GET /7 got 500 instead of 200.')
})

it('fails if the server closes a connection instead of responding', async () => {
  const outcome = sendTo((res, path) => (path === '/7' ? res.destroy() : res.end('text')))
  await expect(outcome).rejects.toThrow('The server closed a connection.')
})

it('waits for the whole body, with a length, in chunks, and without a body', async () => {
  const bodies = ['', 'x'.repeat(200_000)]
  const heads: string[] = []
  const { latencies } = await sendTo(
    (res, path) => {
      const number = Number(path.slice(1))
      const body = bodies[number % 2] ?? ''
      res.setHeader('ETag', `"${number}"`)
      if (number % 3 === 0) res.setHeader('Content-Length', body.length)
      res.write(body)
      res.end()
    },
    (index, head) => {
      heads[index] = headerOf(head, 'ETag')
    },
  )
  expect(heads).toEqual(requests.map((_, index) => `"${index}"`))
  expect(latencies.every((latency) => latency > 0)).toBe(true)
})
