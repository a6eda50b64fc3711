// Health and metrics for operators, on a separate port that nobody else needs to reach.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Metrics } from './metrics.ts'

export interface MonitoringParts {
  metrics: Metrics
  /** Returns whether the service would serve requests now. */
  isReady: () => Promise<boolean>
}

/** `/live`: the process runs. `/ready`: 200, or 503 if it would not serve requests. `/metrics`: for Prometheus. */
export function createMonitoringServer({ metrics, isReady }: MonitoringParts): Server {
  const pages: Record<string, (res: ServerResponse) => Promise<void>> = {
    '/live': async (res) => respond(res, 200, 'live\n'),
    '/ready': async (res) => ((await isReady()) ? respond(res, 200, 'ready\n') : respond(res, 503, 'not ready\n')),
    '/metrics': async (res) => respond(res, 200, await metrics.text(), metrics.contentType),
  }
  return createServer({ headersTimeout: 5_000, requestTimeout: 10_000 }, async (req, res) => {
    const page = pages[req.url?.split('?')[0] ?? '']
    if (page === undefined) return respond(res, 404, 'Not found. Try /live, /ready or /metrics.\n')
    if (req.method !== 'GET' && req.method !== 'HEAD') return respond(res.setHeader('Allow', 'GET, HEAD'), 405, '')
    await page(res).catch(() => respond(res, 500, 'The service failed.\n'))
  })
}

function respond(res: ServerResponse, status: number, text: string, contentType = 'text/plain; charset=utf-8'): void {
  res.writeHead(status, { 'Content-Type': contentType, 'Cache-Control': 'no-store' }).end(text)
}
