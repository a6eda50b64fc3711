// Sends requests from a separate thread, one after the other, so that their CPU time can be told from that of the service.
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { parentPort, Worker } from 'node:worker_threads'

export interface LoadRequest {
  owner: number
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: string
  /** Of the expected response. */
  status: number
}

export interface Load {
  /** Returns the id of the created plant for each request that creates one. @throws {Error} for an unexpected status. */
  send: (url: string, requests: LoadRequest[]) => Promise<(string | undefined)[]>
  end: () => Promise<unknown>
}

export function startLoad(): Load {
  const worker = new Worker(new URL(import.meta.url))
  return {
    async send(url, requests) {
      worker.postMessage({ url, requests })
      const [{ ids, error }] = await once(worker, 'message')
      if (error !== undefined) throw new Error(error)
      return ids
    },
    end: () => worker.terminate(),
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
parentPort?.on('message', async ({ url, requests }: { url: string; requests: LoadRequest[] }) => {
  try {
    const ids = []
    for (const one of requests) ids.push(await sent(url, one))
    parentPort?.postMessage({ ids })
  } catch (error) {
    parentPort?.postMessage({ error: String(error) })
  }
})

async function sent(url: string, { owner, method, path, body = '', status }: LoadRequest): Promise<string | undefined> {
  // The service takes the number of the owner as a token.
  const headers = { Authorization: `Bearer ${owner}`, ...(body !== '' && { 'Content-Type': 'application/json' }) }
  const outgoing = request(url + path, { method, headers, agent })
  outgoing.end(body)
  const [response] = await once(outgoing, 'response')
  response.resume()
  await once(response, 'end')
  if (response.statusCode !== status) throw new Error(`${method} ${path}: ${response.statusCode} instead of ${status}`)
  return response.headers.location?.split('/').at(-1)
}
