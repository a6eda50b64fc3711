// Health, metrics and backups for operators, on a separate port that no client needs to reach.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Metrics } from './metrics.ts'

export interface MonitoringParts {
  metrics: Pick<Metrics, 'text' | 'contentType'>
  /** Returns why the service cannot serve requests now; `undefined` if it can. */
  whyNotReady: () => Promise<string | undefined>
  /**
   * Returns the path of a new backup, or `undefined` while another backup is in progress. `undefined` itself for a
   * database that has its own backup tools.
   */
  backUp: (() => Promise<string | undefined>) | undefined
}

/** Limit of open connections. Further ones are closed at once. */
export const monitoringConnections = 32

/** Each backup takes as much space as the database, and anyone who reaches the port can make one. */
const backupsPerHour = 6
const hourMs = 60 * 60 * 1000

interface MonitoringEndpoint {
  methods: string[]
  send: (res: ServerResponse, req: IncomingMessage) => Promise<void>
}

/**
 * `/live`: 200 while the process is running. `/ready`: 503 if it cannot serve requests, otherwise 200. `/metrics`: for
 * Prometheus. `/backup`: a POST makes a backup, and returns its path.
 */
export function createMonitoringServer({ metrics, whyNotReady, backUp }: MonitoringParts): Server {
  const methods = ['GET', 'HEAD']
  const endpoints: Record<string, MonitoringEndpoint> = {
    '/live': { methods, send: async (res) => respond(res, 200, 'live\n') },
    '/ready': { methods, send: sendReady },
    '/metrics': { methods, send: async (res) => respond(res, 200, await metrics.text(), metrics.contentType) },
    '/backup': { methods: ['POST'], send: sendBackup },
  }

  async function sendReady(res: ServerResponse): Promise<void> {
    const reason = await whyNotReady()
    if (reason === undefined) respond(res, 200, 'ready\n')
    else respond(res, 503, `not ready: ${reason}\n`)
  }

  /** When the backups of the last hour were complete, on the monotonic clock. */
  let backupTimes: number[] = []

  async function sendBackup(res: ServerResponse, { headers }: IncomingMessage): Promise<void> {
    // A page in the browser of an operator could send a POST too.
    if (headers.origin !== undefined) return respond(res, 403, 'Web pages cannot make backups.\n')
    if (backUp === undefined) return respond(res, 404, 'The items are in PostgreSQL: make a backup with pg_dump.\n')
    const now = performance.now()
    backupTimes = backupTimes.filter((time) => now < time + hourMs)
    if (backupTimes[0] !== undefined && backupTimes.length >= backupsPerHour) {
      const seconds = Math.ceil((backupTimes[0] + hourMs - now) / 1000)
      res.setHeader('Retry-After', seconds)
      return respond(res, 429, `There were ${backupsPerHour} backups in the last hour. Retry in ${seconds} seconds.\n`)
    }
    try {
      const path = await backUp()
      if (path === undefined) return respond(res.setHeader('Retry-After', 10), 409, 'Another backup is being made.\n')
      backupTimes.push(performance.now())
      respond(res, 201, `${path}\n`)
    } catch (error) {
      const reason = String(Object(error).message).replaceAll('\n', ' ')
      respond(res, 500, `The backup failed: ${reason}\n`)
    }
  }

  const timeouts = { headersTimeout: 5_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 }
  const server = createServer(timeouts, async (req, res) => {
    const endpoint = endpoints[req.url?.split('?')[0] ?? '']
    if (endpoint === undefined) return respond(res, 404, 'Not found. Try /live, /ready, /metrics or /backup.\n')
    if (!endpoint.methods.includes(req.method ?? ''))
      return respond(res.setHeader('Allow', endpoint.methods.join(', ')), 405, '')
    await endpoint.send(res, req).catch(() => respond(res, 500, 'The service failed.\n'))
  })
  server.maxConnections = monitoringConnections
  return server
}

function respond(res: ServerResponse, status: number, text: string, contentType = 'text/plain; charset=utf-8'): void {
  // One connection per request: a busy process closes an idle one while the next probe is in flight.
  res.writeHead(status, { 'Content-Type': contentType, 'Cache-Control': 'no-store', Connection: 'close' }).end(text)
}
