// Bare node:http. It validates only `limit` and bodies. PRODUCTION=1 adds headers, log, metrics and rate limit.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ListQuery } from './shared/list.ts'
import { entityTag, matches, plants, type Result } from './shared/plants.ts'
import { Problem, problemResponse } from './shared/problem.ts'
import { startResponse } from './shared/production.ts'
import { authenticate } from './shared/tokens.ts'

const isProduction = process.env.PRODUCTION === '1'

const server = createServer(async (req, res) => {
  const production = isProduction ? startResponse(req, res) : {}
  const send = (status: number, headers: Record<string, string>, text = '') => {
    if (text !== '') headers['Content-Length'] = String(Buffer.byteLength(text))
    res.writeHead(status, isProduction ? { ...production, ...headers } : headers).end(text)
  }
  try {
    const { status, headers, body } = await handle(req)
    if (body === undefined) return send(status, headers)
    const text = JSON.stringify(body)
    headers.ETag = entityTag(text)
    const ifNoneMatch = req.headers['if-none-match']
    const isUnchanged = ifNoneMatch !== undefined && matches(ifNoneMatch, headers.ETag)
    if (req.method === 'GET' && isUnchanged) return send(304, headers)
    headers['Content-Type'] = 'application/json'
    send(status, headers, text)
  } catch (error) {
    const { status, headers, text } = problemResponse(error)
    send(status, headers, text)
  }
})

async function handle(req: IncomingMessage): Promise<Result> {
  const { method, url = '', headers } = req
  const [path = '', query] = url.split('?', 2)
  const isCollection = path === '/plants'
  if (!isCollection && !path.startsWith('/plants/')) throw new Problem(404, 'Nothing exists at this path.')
  const owner = await authenticate(headers.authorization, method)
  if (isCollection) {
    if (method === 'GET') return plants.list(owner, parseListQuery(query))
    if (method === 'POST') return plants.create(owner, toDraft(await parseBody(req)))
  } else {
    const id = path.slice('/plants/'.length)
    if (method === 'GET') return plants.get(owner, id)
    if (method === 'PATCH') return plants.update(owner, id, toPatch(await parseBody(req)), headers['if-match'])
    if (method === 'DELETE') return plants.delete(owner, id, headers['if-match'])
  }
  throw new Problem(405, 'This path does not support the method.')
}

function parseListQuery(query: string | undefined): ListQuery {
  if (query === undefined) return {}
  const { limit = '20', ...others } = Object.fromEntries(new URLSearchParams(query))
  const count = Number(limit)
  if (!Number.isInteger(count) || count < 1 || count > 100) throw invalid('limit must be from 1 to 100.')
  return { ...others, limit: count }
}

async function parseBody(req: IncomingMessage): Promise<Record<string, unknown>> {
  try {
    return Object(JSON.parse(await text(req)))
  } catch {
    throw invalid('The body is not valid JSON.')
  }
}

function toDraft({ name, tag = '' }: Record<string, unknown>) {
  if (typeof name !== 'string' || typeof tag !== 'string') throw invalid('name and tag must be strings.')
  return { name, tag }
}

function toPatch({ name, tag }: Record<string, unknown>) {
  if (name !== undefined && typeof name !== 'string') throw invalid('name must be a string.')
  if (tag !== undefined && tag !== null && typeof tag !== 'string') throw invalid('tag must be a string or null.')
  return { ...(name !== undefined && { name }), ...(tag !== undefined && { tag }) }
}

function invalid(detail: string): Problem {
  return new Problem(400, detail)
}

// The address is a string only for a pipe.
server.listen(0, '127.0.0.1', () =>
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
