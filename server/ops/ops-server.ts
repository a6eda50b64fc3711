// What operators and their machines ask, on a port of its own that nobody else need reach.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Metrics } from './metrics.ts'

export interface OpsParts {
  metrics: Metrics
  /** Whether requests would be served just now. */
  isReady: () => Promise<boolean>
}

/** `/live`: the process runs. `/ready`: it would serve requests, or 503. `/metrics`: for Prometheus. */
export function createOpsServer({ metrics, isReady }: OpsParts): Server {
  const pages: Record<string, (res: ServerResponse) => Promise<void>> = {
    '/live': async (res) => answer(res, 200, 'live\n'),
    '/ready': async (res) => ((await isReady()) ? answer(res, 200, 'ready\n') : answer(res, 503, 'not ready\n')),
    '/metrics': async (res) => answer(res, 200, await metrics.text(), metrics.contentType),
  }
  return createServer({ headersTimeout: 5_000, requestTimeout: 10_000 }, async (req, res) => {
    const page = pages[req.url?.split('?')[0] ?? '']
    if (page === undefined) return answer(res, 404, 'There are /live, /ready and /metrics.\n')
    if (req.method !== 'GET' && req.method !== 'HEAD') return answer(res.setHeader('Allow', 'GET, HEAD'), 405, '')
    await page(res)
  })
}

function answer(res: ServerResponse, status: number, text: string, contentType = 'text/plain; charset=utf-8'): void {
  res.writeHead(status, { 'Content-Type': contentType, 'Cache-Control': 'no-store' }).end(text)
}
