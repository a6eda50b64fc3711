// Services with one violation of the contract each: every check of the contract tester must find its own.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { VerifyToken } from '../../server/core/pipeline/authenticate.ts'
import { Problem } from '../../server/core/problem.ts'
import type { Check } from '../../tools/contract-tester/checks.ts'
import type { ServiceOptions } from './service.ts'

/** Runs in place of the app. */
function inPlaceOfApp(
  listen: (app: RequestListener, req: IncomingMessage, res: ServerResponse) => void,
): ServiceOptions {
  return { wrap: (app) => (req, res) => listen(app, req, res) }
}

/** Changes the request before the app gets it. */
function withRequest(change: (req: IncomingMessage) => void): ServiceOptions {
  return inPlaceOfApp((app, req, res) => {
    change(req)
    app(req, res)
  })
}

function setHeader(req: IncomingMessage, name: string, value: string): void {
  const others = Object.entries(req.headersDistinct).filter(([other]) => other !== name)
  req.rawHeaders = [...others, [name, [value]] as const].flatMap(([other, values = []]) =>
    values.flatMap((one) => [other, one]),
  )
}

/** Changes the response before it is sent; returns the body to send. Default: the body stays. */
function withResponse(
  change: (res: ServerResponse, body: string, req: IncomingMessage) => string | undefined,
): ServiceOptions {
  return inPlaceOfApp((app, req, res) => {
    const end = res.end.bind(res)
    const { writeHead } = res
    // The head is written with the body.
    res.writeHead = (status: number, headers: unknown) => {
      res.statusCode = status
      return res.setHeaders(new Map(Object.entries(Object(headers))))
    }
    res.end = (chunk?: unknown) => {
      const sent = chunk === undefined ? '' : String(chunk)
      const body = change(res, sent, req) ?? sent
      res.writeHead = writeHead
      if (body !== '') res.setHeader('Content-Length', Buffer.byteLength(body))
      return end(body)
    }
    app(req, res)
  })
}

/** Has an effect on responses with one status. */
function onStatus(status: number, change: (res: ServerResponse) => void): ServiceOptions {
  return withResponse((res) => {
    if (res.statusCode === status) change(res)
    return undefined
  })
}

const acceptEveryToken: VerifyToken = async () => ({
  owner: 'anybody',
  scopes: new Set(['plants:read', 'plants:write']),
})

export const brokenServices: Record<Check, ServiceOptions> = {
  max_response_time: inPlaceOfApp((app, req, res) => {
    // Rare enough for the duration of a test.
    if (req.headers['idempotency-key'] === undefined) app(req, res)
  }),
  not_a_server_error: inPlaceOfApp((app, req, res) => {
    if (req.method !== 'PATCH') return app(req, res)
    res.statusCode = 500
    res.end()
  }),
  status_code_conformance: onStatus(201, (res) => {
    res.statusCode = 202
  }),
  content_type_conformance: onStatus(404, (res) => res.setHeader('Content-Type', 'application/json')),
  response_headers_conformance: onStatus(412, (res) => res.removeHeader('Vary')),
  response_schema_conformance: withResponse((res, body, req) =>
    res.statusCode === 200 && req.method === 'PATCH' ? body.replace('{', '{"owner":"somebody",') : undefined,
  ),
  negative_data_rejection: withRequest((req) => {
    if (req.method === 'GET') req.url = req.url?.split('?')[0] ?? ''
  }),
  positive_data_acceptance: withRequest((req) => {
    if (req.method === 'PATCH') setHeader(req, 'accept', 'text/html')
  }),
  missing_required_header: {
    ...withRequest((req) => {
      if (!/^Bearer \S+$/i.test(req.headers.authorization ?? '')) setHeader(req, 'authorization', 'Bearer any')
    }),
    verify: acceptEveryToken,
  },
  unsupported_method: withRequest((req) => {
    if (!/^(?:GET|HEAD|POST|PATCH|DELETE|OPTIONS)$/.test(req.method ?? '')) req.method = 'GET'
  }),
  allow_header_conformance: withResponse((res, _, req) => {
    if (req.method === 'OPTIONS') res.setHeader('Allow', 'GET, HEAD, OPTIONS, PUT')
    return undefined
  }),
  use_after_free: { handlers: { deletePlant: async () => ({ status: 204 }) } },
  ensure_resource_availability: {
    handlers: {
      async getPlant() {
        throw new Problem('not-found', 'You have no such plant.')
      },
    },
  },
  ignored_auth: { verify: acceptEveryToken },
  refusal_conformance: withResponse((res, body) =>
    res.statusCode === 400 ? body.replaceAll('"parameter"', '"header"') : undefined,
  ),
  listing_conformance: {
    handlers: { listPlants: async () => ({ status: 200, body: [] }) },
  },
  filter_conformance: withRequest((req) => {
    if (req.method === 'GET') req.url = req.url?.replace(/\btag=[^&]*&?/, '') ?? ''
  }),
  idempotency_conformance: withRequest((req) => {
    if (req.headers['idempotency-key'] !== undefined) setHeader(req, 'idempotency-key', randomUUID())
  }),
  entity_tag_conformance: withResponse((res, _, req) => {
    const isPage = req.method === 'GET' && res.statusCode === 200 && !req.url?.startsWith('/plants/')
    if (isPage) res.setHeader('ETag', `"${'A'.repeat(27)}"`)
    return undefined
  }),
  ownership: { verify: acceptEveryToken },
  lost_update: withRequest((req) => {
    if (req.headers['if-match'] !== undefined) setHeader(req, 'if-match', '*')
  }),
  timestamps: withResponse((res, body, req) =>
    res.statusCode === 200 && req.method === 'PATCH'
      ? body.replace(/"createdAt":"[^"]*"/, '"createdAt":"2020-01-01T00:00:00.000Z"')
      : undefined,
  ),
  // Has another text than the service that it is compared with.
  same_response: withResponse((res, body, req) =>
    res.statusCode === 404 && req.method === 'DELETE' ? body.replace('You have no such plant', 'Not found') : undefined,
  ),
  // Without limits, no response has the documented headers.
  documented_coverage: { settings: { RATE_LIMIT_PER_MINUTE: '0' } },
}
