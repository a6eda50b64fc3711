// A lamp service by somebody else: it shares the contract with this project, and no code. Where node:http responds itself, it
// does so in its own words.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { Collection, type Result } from './lamps.ts'
import { invalid, Problem, toResponse } from './problem.ts'
import * as request from './request.ts'
import { readBody, validators } from './validate.ts'

export interface Caller {
  name: string
  scopes: string[]
}

const json = 'application/json'
const mediaTypes: Record<string, string[]> = { POST: [json], PATCH: ['application/merge-patch+json', json] }

/** @param callers By token. */
export function createForeignService(callers: Map<string, Caller>): Server {
  const collections = new Map<string, Collection>()

  async function respond(req: IncomingMessage): Promise<Result> {
    const { segments, query } = request.readTarget(req)
    const [start, name = '', id, ...more] = segments
    const isKnown = start === '' && request.decoded(name) === 'lamps' && id !== '' && more.length === 0
    if (!isKnown) throw new Problem('not-found', 'There is nothing at this path.')
    // HEAD is GET without the body, which node:http leaves out.
    const method = req.method === 'HEAD' ? 'GET' : (req.method ?? '')
    const supported = id === undefined ? ['GET', 'POST'] : ['GET', 'PATCH', 'DELETE']
    const headers = { Allow: ['HEAD', 'OPTIONS', ...supported].join(', ') }
    const patch = id !== undefined && { 'Accept-Patch': mediaTypes.PATCH?.join(', ') ?? '' }
    if (method === 'OPTIONS') return { status: 204, headers: { ...headers, ...patch } }
    if (!supported.includes(method)) throw new Problem('method-not-allowed', 'Use another method.', { headers })

    const caller = authenticate(req, method === 'GET' ? 'rooms:read' : 'rooms:write')
    const collection = collections.get(caller.name) ?? new Collection()
    collections.set(caller.name, collection)
    const isAcceptable = method === 'DELETE' || request.accepts(req.headers.accept)
    if (!isAcceptable) throw new Problem('not-acceptable', 'There is only JSON.')
    const bytes = await request.readBytes(req, mediaTypes[method] ?? [])
    request.checkHeaders(req, method === 'POST')
    const isList = id === undefined && method === 'GET'
    const parameters = request.readParameters(query, isList ? ['limit', 'after', 'tag'] : [])
    if (id !== undefined) return onLamp(collection, method, id, req, bytes)
    if (!isList) {
      const key = request.readKey(req.headers['idempotency-key']?.toString())
      return collection.create(readBody(bytes, validators.draft), key, req.headers)
    }
    return collection.list(request.readListQuery(parameters), req.headers)
  }

  /** @throws {Problem} 400, 401 or 403. */
  function authenticate({ headersDistinct: { authorization = [] } }: IncomingMessage, scope: string): Caller {
    if (authorization.length > 1) throw invalid({ header: 'Authorization', detail: 'must not be repeated' })
    const [, token] = /^bearer +(.+)$/i.exec(authorization[0] ?? '') ?? []
    const refusal = (kind: string, error: string) => {
      const headers = { 'WWW-Authenticate': `Bearer realm="rooms"${error}` }
      return new Problem(kind, 'A token with the scope of the operation is needed.', { headers })
    }
    if (token === undefined) throw refusal('unauthorized', '')
    const caller = callers.get(token)
    if (!caller) throw refusal('unauthorized', ', error="invalid_token", error_description="Not known"')
    const lacking = `, error="insufficient_scope", error_description="Lacks it", scope="${scope}"`
    if (!caller.scopes.includes(scope)) throw refusal('insufficient-scope', lacking)
    return caller
  }

  return createServer(async (req, res) => {
    // Many HTTP libraries do so.
    const isReadable = (req.headers['transfer-encoding'] ?? 'chunked') === 'chunked'
    if (!isReadable) return void res.writeHead(400, { Connection: 'close' }).end()
    const id = randomUUID()
    const { status, headers, body } = await respond(req).catch((error: unknown) => asProblem(error, id))
    const text = body === undefined ? '' : JSON.stringify(body)
    const common = { 'Request-Id': id, 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Origin' }
    const content = text !== '' && { 'Content-Type': json, 'Content-Length': Buffer.byteLength(text) }
    res.writeHead(status, { ...common, ...content, ...headers }).end(text)
  })
}

function onLamp(collection: Collection, method: string, segment: string, { headers }: IncomingMessage, bytes: Buffer) {
  const id = request.decoded(segment) ?? ''
  if (!validators.id(id)) throw invalid({ parameter: 'id', detail: 'must be a UUID' })
  if (method === 'PATCH') return collection.update(id, readBody(bytes, validators.patch), headers)
  return method === 'DELETE' ? collection.delete(id, headers) : collection.get(id, headers)
}

function asProblem(error: unknown, id: string): Result {
  const problem = error instanceof Problem ? error : new Problem('internal-error', 'The service failed.')
  const headers = { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...problem.more.headers }
  return { ...toResponse(problem, id), headers }
}
