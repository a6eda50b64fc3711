// The work of the service for each request in production: security headers, a rate limit, a log line and metrics.
import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

const securityHeaders = {
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

const register = new Registry()
collectDefaultMetrics({ register })
const registers = [register]
const responses = new Counter({ name: 'responses', help: 'Responses.', labelNames: ['route', 'status'], registers })
const seconds = new Histogram({ name: 'seconds', help: 'Durations.', labelNames: ['route'], registers })

const limit = 9_999_999
const counts = new Map<string, { count: number; policy: string }>()
const windowEnd = performance.now() + 3_600_000

/** Returns the headers for a request, and logs and counts its response. */
export function startResponse({ method, url = '', socket }: IncomingMessage, res: ServerResponse): object {
  const start = performance.now()
  res.on('close', () => {
    const milliseconds = Math.round((performance.now() - start) * 10) / 10
    const route = `${method} ${url.startsWith('/plants/') ? '/plants/{id}' : '/plants'}`
    responses.inc({ route, status: res.statusCode })
    seconds.observe({ route }, milliseconds / 1_000)
    const line = { level: 30, time: new Date().toISOString(), route, status: res.statusCode, milliseconds }
    process.stderr.write(`${JSON.stringify(line)}\n`)
  })
  return { ...securityHeaders, ...countAddress(socket.remoteAddress ?? '') }
}

function countAddress(address: string): object {
  let counter = counts.get(address)
  if (counter === undefined) {
    const key = createHmac('sha256', 'salt').update(address).digest('base64').slice(0, 16)
    counter = { count: 0, policy: `"address"; q=${limit}; w=60; pk=:${key}:` }
    counts.set(address, counter)
  }
  counter.count++
  const remaining = Math.max(limit - counter.count, 0)
  const end = Math.ceil((windowEnd - performance.now()) / 1_000)
  return { RateLimit: `"address"; r=${remaining}; t=${end}`, 'RateLimit-Policy': counter.policy }
}
