// Callers that never stop: each creates, reads, changes and deletes plants, one request after the other.
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'

export interface Load {
  /** Responses so far. */
  count: number
  /** Requests without a response, and responses with another status than expected. */
  failures: string[]
  /** The plants that were created and not deleted. */
  kept: Set<string>
  /** Resolves when each caller has its last response. */
  end: () => Promise<void>
}

export function startLoad(url: string, token: string, callers: number): Load {
  const load: Load = { count: 0, failures: [], kept: new Set(), end }
  let isEnding = false
  const running = Array.from({ length: callers }, () => run())
  return load

  async function end(): Promise<void> {
    isEnding = true
    await Promise.all(running)
  }

  async function run(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!isEnding) {
      const id = (await send(agent, 'POST', '/plants', 201, { name: 'Fern' }))?.id
      if (id === undefined) continue
      load.kept.add(id)
      await send(agent, 'GET', `/plants/${id}`, 200)
      await send(agent, 'PATCH', `/plants/${id}`, 200, { tag: 'green' })
      if (load.count % 2 === 0) continue
      load.kept.delete(id)
      await send(agent, 'DELETE', `/plants/${id}`, 204)
    }
    agent.destroy()
  }

  async function send(agent: Agent, method: string, path: string, expected: number, body?: object) {
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(body && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
    }
    try {
      const sent = request(url + path, { method, agent, headers }).end(text)
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      load.count++
      if (response.statusCode === expected && expected !== 204) return (await json(response)) as { id: string }
      response.resume()
      if (response.statusCode !== expected) load.failures.push(`${method} got ${response.statusCode}`)
    } catch (error) {
      load.failures.push(`${method} got ${error}`)
    }
    return undefined
  }
}
