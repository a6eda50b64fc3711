// Services that break the contract, each in one way: what every check is there to find.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { VerifyToken } from '../../../server/core/pipeline/authenticate.ts'
import { Problem } from '../../../server/core/problem.ts'
import type { ServiceOptions } from '../../support/service.ts'
import type { Check } from './checks.ts'

/** What a service makes of its own answer before it leaves. */
type Spoil = (res: ServerResponse, body: string, req: IncomingMessage) => string

function answering(spoil: Spoil): ServiceOptions {
  return onTheRoad((app, req, res) => {
    const end = res.end.bind(res)
    // The one form in which answers leave (server/core/pipeline/response.ts).
    res.end = (chunk?: unknown) => {
      const body = spoil(res, chunk === undefined ? '' : String(chunk), req)
      if (body !== '') res.setHeader('Content-Length', Buffer.byteLength(body))
      return end(body)
    }
    app(req, res)
  })
}

function asking(spoil: (req: IncomingMessage) => void): ServiceOptions {
  return onTheRoad((app, req, res) => {
    spoil(req)
    app(req, res)
  })
}

function onTheRoad(wrap: (app: RequestListener, req: IncomingMessage, res: ServerResponse) => void): ServiceOptions {
  return { wrap: (app) => (req, res) => wrap(app, req, res) }
}

const anyToken: VerifyToken = async () => ({ owner: 'anybody', scopes: new Set(['plants:read', 'plants:write']) })

export const broken: Record<Check, ServiceOptions> = {
  // Seldom enough for those who wait for it.
  max_response_time: onTheRoad((app, req, res) => {
    if (req.headers['idempotency-key'] === undefined) app(req, res)
  }),
  not_a_server_error: onTheRoad((app, req, res) => {
    if (req.method !== 'PATCH') return app(req, res)
    res.statusCode = 500
    res.end()
  }),
  status_code_conformance: answering((res, body) => {
    if (res.statusCode === 201) res.statusCode = 202
    return body
  }),
  content_type_conformance: answering((res, body) => {
    if (res.statusCode === 404) res.setHeader('Content-Type', 'application/json')
    return body
  }),
  response_headers_conformance: answering((res, body) => {
    if (res.statusCode === 412) res.removeHeader('Vary')
    return body
  }),
  response_schema_conformance: answering((res, body, req) => {
    return res.statusCode === 200 && req.method === 'PATCH' ? body.replace('{', '{"owner":"somebody",') : body
  }),
  negative_data_rejection: asking((req) => {
    if (req.method === 'GET') req.url = req.url?.split('?')[0] ?? ''
  }),
  positive_data_acceptance: asking((req) => {
    if (req.method === 'PATCH') req.headers.accept = 'text/html'
  }),
  missing_required_header: {
    ...asking((req) => {
      if (/^Bearer \S+$/i.test(req.headers.authorization ?? '')) return
      req.rawHeaders = req.rawHeaders.flatMap((text, index, all) => {
        const name = all[index - (index % 2)] ?? ''
        return /^authorization$/i.test(name) ? [] : [text]
      })
      req.rawHeaders.push('Authorization', 'Bearer any')
    }),
    verify: anyToken,
  },
  unsupported_method: asking((req) => {
    if (!/^(?:GET|HEAD|POST|PATCH|DELETE|OPTIONS)$/.test(req.method ?? '')) req.method = 'GET'
  }),
  allow_header_conformance: answering((res, body, req) => {
    if (req.method === 'OPTIONS') res.setHeader('Allow', 'GET, HEAD, OPTIONS, PUT')
    return body
  }),
  use_after_free: { handlers: { deletePlant: async () => ({ status: 204 }) } },
  ensure_resource_availability: {
    handlers: {
      async getPlant() {
        throw new Problem('/problems/not-found', 'You have no such plant.')
      },
    },
  },
  ignored_auth: { verify: anyToken },
  refusal_conformance: answering((res, body) =>
    res.statusCode === 400 ? body.replaceAll('"parameter"', '"header"') : body,
  ),
  listing_conformance: {
    handlers: { listPlants: async () => ({ status: 200, body: [] }) },
  },
}
