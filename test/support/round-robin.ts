// A small load balancer: each request goes to the next of several servers, on a new connection.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { listen } from '../../server/http/http-server.ts'
import { onCleanUp } from './folder.ts'

interface LoadBalancer {
  url: string
  /** Requests get a 502 if no server accepts a connection, or if one ends without a response. */
  failures: string[]
}

/** @param targets Read for each request. Ended by `cleanUp`. */
export async function startLoadBalancer(targets: string[]): Promise<LoadBalancer> {
  const failures: string[] = []
  let next = 0

  function forward(req: IncomingMessage, res: ServerResponse, attempts: number): void {
    const target = targets[next++ % targets.length]
    const { method, headers, url } = req
    const sent = request(target + (url ?? ''), { method, headers, agent: false })
    sent.on('response', (response) => {
      res.writeHead(response.statusCode ?? 502, response.rawHeaders)
      response.pipe(res)
    })
    sent.on('error', (error) => {
      // Nothing was sent.
      if (Object(error).code === 'ECONNREFUSED' && attempts > 1) return forward(req, res, attempts - 1)
      failures.push(`${method} ${url}: ${error}`)
      res.writeHead(502).end()
    })
    sent.on('socket', (socket) => socket.once('connect', () => req.pipe(sent)))
  }

  const server = createServer((req, res) => forward(req, res, targets.length))
  const url = await listen(server, '127.0.0.1', 0)
  onCleanUp(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { url, failures }
}
