// An implementation of the contract that shares no code with server/, on plain node:http, with one planted defect or none.
// It shows what the contract tester finds, and that it accepts another implementation than ours.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Defect } from './defects.ts'
import { Operations } from './independent-operations.ts'
import { acceptsJson, fieldErrors, keyOf, parseObject, parseQuery } from './independent-requests.ts'
import { type FieldError, patchTypes, problem, Refusal, type Reply, success } from './independent-responses.ts'
import { digest, type Plant } from './independent-store.ts'

/** What a token stands for. */
export interface Caller {
  subject: string
  scopes: string[]
  expired?: boolean
}

/** The tokens that the server knows, by the names of their placeholders. */
export const tokens: Record<string, string> = {
  token: 'alice',
  neighbourToken: 'bob',
  plants_readToken: 'alice-reads',
  plants_writeToken: 'alice-writes',
  noScopeToken: 'alice-watches',
  expiredToken: 'alice-yesterday',
  otherToken: 'alice-of-another-issuer',
}

const callers = new Map<string, Caller>([
  ['alice', { subject: 'alice', scopes: ['plants:read', 'plants:write'] }],
  ['bob', { subject: 'bob', scopes: ['plants:read', 'plants:write'] }],
  ['alice-reads', { subject: 'alice', scopes: ['plants:read'] }],
  ['alice-writes', { subject: 'alice', scopes: ['plants:write'] }],
  ['alice-watches', { subject: 'alice', scopes: [] }],
  ['alice-yesterday', { subject: 'alice', scopes: ['plants:read', 'plants:write'], expired: true }],
])

export interface IndependentServer extends AsyncDisposable {
  url: string
  /** The number of plants of all callers. */
  count: () => number
  /** The number of requests so far. */
  requests: () => number
}

export async function startIndependentServer(
  defect?: Defect,
  { plants = 0 }: { plants?: number } = {},
): Promise<IndependentServer> {
  const app = new App(defect)
  for (let index = 0; index < plants; index++) app.add('alice', { name: `Old plant ${index}`, tag: '' })
  const server = createServer({ maxHeaderSize: 16_384, requireHostHeader: false }, (req, res) => app.listen(req, res))
  server.on('checkExpectation', (_, res: ServerResponse) => {
    res.setHeader('Connection', 'close')
    send(res, problem(417))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable) return
    const { status, headers, body } = problem(error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400, 'malformed-request')
    const lines = Object.entries({ ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' })
    socket.end(
      `HTTP/1.1 ${status} Bad\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}`,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    count: () => app.count,
    requests: () => app.requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function send(res: ServerResponse, { status, headers, body }: Reply): void {
  res.writeHead(status, {
    ...headers,
    ...(status === 204 || status === 304 ? {} : { 'Content-Length': Buffer.byteLength(body) }),
  })
  res.end(body)
}

class App extends Operations {
  readonly fixedRequestId = randomUUID()

  async listen(req: IncomingMessage, res: ServerResponse): Promise<void> {
    this.requests++
    const body: Buffer[] = []
    for await (const chunk of req) body.push(chunk)
    let reply: Reply
    try {
      reply = await this.handle(req, Buffer.concat(body))
    } catch (error) {
      reply = error instanceof Refusal ? error.reply : problem(500)
    }
    send(res, this.spoil(reply, req))
  }

  /** Defects of responses of any kind. */
  spoil(reply: Reply, req: IncomingMessage): Reply {
    const headers: Record<string, string> = { ...reply.headers }
    let { status, body } = reply
    if (this.has('Request-Id always the same')) {
      body = body.replaceAll(headers['Request-Id'] ?? '', this.fixedRequestId)
      headers['Request-Id'] = this.fixedRequestId
    }
    if (this.has('404 as text') && status === 404) [headers['Content-Type'], body] = ['text/plain', 'Not found']
    if (this.has('problem without instance') && status >= 400) body = body.replace(/,"instance":"[^"]*"/, '')
    if (this.has('401 without WWW-Authenticate')) delete headers['WWW-Authenticate']
    if (this.has('insufficient_scope missing') && status === 403) headers['WWW-Authenticate'] = 'Bearer realm="plants"'
    if (this.has('charset in Content-Type') && status === 200) headers['Content-Type'] += '; charset=utf-8'
    if (this.has('HEAD without ETag') && req.method === 'HEAD') delete headers.ETag
    if (this.has('public Cache-Control') && status === 200) headers['Cache-Control'] = 'public, max-age=60'
    if (this.has('extra property in responses') && req.method === 'PATCH' && status === 200)
      body = body.replace('{', '{"owner":"alice",')
    if (this.has('errors name the wrong field')) body = body.replace(/"pointer":"\/[^"]*"/g, '"pointer":""')
    if (this.has('If-None-Match gets 304 for a write') && status === 412 && req.headers['if-none-match'])
      return { status: 304, headers: { ...headers, ...success({}), ETag: digest('a') }, body: '' }
    return { status, headers, body }
  }

  async handle(req: IncomingMessage, raw: Buffer): Promise<Reply> {
    const { method = '' } = req
    const target = (req.url ?? '').replace(/^https?:\/\/[^/]*/i, '')
    if ((req.headers.expect ?? '100-continue') !== '100-continue') throw new Refusal(417)
    if (Buffer.byteLength(target) > 8192) throw new Refusal(414)
    const hosts = req.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
    if (hosts.length !== 1 || !/^[\w.:[\]-]*$/.test(req.headers.host ?? '') || /[#\\]/.test(target))
      throw new Refusal(400, 'malformed-request')
    const [rawPath = '', rawQuery = ''] = target.split(/\?(.*)/s)
    const route = this.route(rawPath)
    const allowed = route?.methods ?? []
    const allow = [
      'GET',
      ...(this.has('Allow without HEAD') ? [] : ['HEAD']),
      'OPTIONS',
      ...allowed.filter((one) => one !== 'GET'),
    ].join(', ')
    if (method === 'OPTIONS' && (route || rawPath === '*'))
      return { status: 204, headers: success({ Allow: allow, ...(allowed.includes('PATCH') && patchTypes) }), body: '' }
    if (!route) throw new Refusal(404)
    const operation = method === 'HEAD' && !this.has('HEAD not supported') ? 'GET' : method
    if (!allowed.includes(operation)) throw new Refusal(405, undefined, { Allow: allow })
    const caller = this.authenticate(req, operation)
    if (operation !== 'DELETE' && !this.has('Accept not checked') && !acceptsJson(req.headers.accept))
      throw new Refusal(406)
    const fields = operation === 'POST' || operation === 'PATCH' ? this.fields(req, raw, operation, caller) : {}
    const errors: FieldError[] = []
    const query = parseQuery(
      rawQuery,
      operation === 'GET' && !route.id ? ['limit', 'after', 'cursor', 'tag'] : [],
      errors,
      {
        limit: this.has('limit 0 accepted') ? 0 : 1,
        most: this.has('limit 101 accepted') ? 101 : this.has('largest limit is 50') ? 50 : 100,
        ignoreUnknown: this.has('unknown query parameters accepted'),
      },
    )
    errors.push(...fieldErrors(req.headers, route, operation))
    if (errors.length > 0) throw new Refusal(400, 'invalid-request', {}, errors)
    if (!route.id) return operation === 'GET' ? this.list(caller, query, req) : this.create(caller, fields, req)
    const [owner, plant] = this.find(caller, route.id, operation)
    if (operation === 'GET') return this.read(caller, plant, req)
    if (operation === 'PATCH') return this.change(owner, caller, plant, fields, req)
    return this.delete(owner, caller, plant, req)
  }

  route(path: string): { id?: string; methods: string[] } | undefined {
    const [empty, first = '', id, ...rest] = path.split('/')
    const decoded = first.replace(/%(2d|2e|[3-7][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    const name = this.has('paths ignore case') ? decoded.toLowerCase() : decoded
    if (empty !== '' || name !== 'plants' || rest.length > 0 || id === '') return undefined
    return id === undefined ? { methods: ['GET', 'POST'] } : { id, methods: ['GET', 'PATCH', 'DELETE'] }
  }

  authenticate(req: IncomingMessage, operation: string): string {
    const values = req.rawHeaders.filter(
      (_, index) => index % 2 === 1 && req.rawHeaders[index - 1]?.toLowerCase() === 'authorization',
    )
    if (values.length > 1)
      throw new Refusal(400, 'invalid-request', {}, [{ header: 'Authorization', detail: 'is repeated' }])
    const [value = ''] = values
    const scheme = this.has('scheme of the token is case-sensitive')
      ? /^Bearer\s+([^\s,].*)$/
      : /^bearer\s+([^\s,].*)$/i
    const given = scheme.exec(value)?.[1]
    if (this.has('token not needed to read') && operation === 'GET' && given === undefined) return 'alice'
    if (given === undefined) throw new Refusal(401, undefined, { 'WWW-Authenticate': 'Bearer realm="plants"' })
    const known =
      callers.get(given) ??
      (this.has('any token accepted') ? { subject: given, scopes: ['plants:read', 'plants:write'] } : undefined)
    if (!known || (known.expired && !this.has('expired token accepted')))
      throw new Refusal(401, undefined, {
        'WWW-Authenticate': 'Bearer realm="plants", error="invalid_token", error_description="It is not valid"',
      })
    const scope = operation === 'GET' ? 'plants:read' : 'plants:write'
    const isUnchecked =
      this.has('scope not checked') || (this.has('scope checked for POST only') && operation !== 'POST')
    if (!known.scopes.includes(scope) && !isUnchecked)
      throw new Refusal(403, undefined, {
        'WWW-Authenticate': `Bearer realm="plants", error="insufficient_scope", error_description="It lacks a scope", scope="${scope}"`,
      })
    return known.subject
  }

  /** The name and tag of the body. */
  fields(req: IncomingMessage, raw: Buffer, operation: string, caller: string): Partial<Plant> {
    const key = keyOf(req, (...defects) => this.has(...defects))
    const refuse = (errors: FieldError[]): never => {
      if (this.has('Idempotency-Key used up by a refused request') && key !== undefined)
        this.of(caller).keys.set(key, {
          plant: { id: '', name: '', tag: '', createdAt: '', updatedAt: '' },
          fields: '',
          at: Date.now(),
        })
      throw new Refusal(400, 'invalid-request', {}, errors)
    }
    const isMissing = raw.length === 0 && (req.headers['transfer-encoding'] === undefined || true)
    if (isMissing) return refuse([{ pointer: '', detail: 'is missing' }])
    const [type = '', ...parameters] = (req.headers['content-type'] ?? '')
      .toLowerCase()
      .split(';')
      .map((part) => part.trim())
    const types = operation === 'PATCH' ? ['application/merge-patch+json', 'application/json'] : ['application/json']
    const isUtf8 = parameters.every((one) => !one.startsWith('charset=') || /^charset="?utf-8"?$/.test(one))
    if (
      (!types.includes(type) || !isUtf8 || (req.headers['content-encoding'] ?? 'identity') !== 'identity') &&
      !this.has('media type not checked')
    )
      throw new Refusal(415, undefined, {
        Accept: types.join(', '),
        'Accept-Encoding': 'identity',
        ...(operation === 'PATCH' && patchTypes),
      })
    const most = this.has('body of 16,384 bytes refused')
      ? 16_383
      : this.has('body larger than 16,384 bytes accepted')
        ? 1e6
        : 16_384
    if (raw.length > most) throw new Refusal(413)
    const { value, errors } = parseObject(raw, operation === 'POST', {
      unknown: this.has('unknown properties accepted'),
      duplicates: this.has('duplicate names accepted'),
      utf16: this.has('names are limited to 200 UTF-16 units'),
      blank: this.has('names of white space accepted'),
    })
    if (errors.length > 0) {
      if (this.has('POST stores the plant before it is refused') && operation === 'POST' && value.name !== undefined)
        this.add(caller, { name: String(value.name), tag: '' })
      return refuse(errors)
    }
    if (this.has('500 for an emoji') && /\p{Emoji_Presentation}/u.test(String(value.name))) throw new Error('emoji')
    if (this.has('PATCH ignores application/json') && operation === 'PATCH' && type === 'application/json') return {}
    let { name, tag } = value as { name?: string; tag?: string | null }
    if (this.has('names are trimmed')) name = name?.trim()
    if (this.has('names are normalised')) name = name?.normalize('NFC')
    if (this.has('names are escaped as HTML')) name = name?.replaceAll('<', '&lt;')
    if (this.has('tags are in lower case')) tag = tag?.toLowerCase()
    if (this.has('PATCH ignores null') && tag === null) tag = undefined
    if (this.has('PATCH ignores an empty tag') && tag === '' && operation === 'PATCH') tag = undefined
    return { ...(name !== undefined && { name }), ...(tag !== undefined && { tag: tag ?? '' }) }
  }
}
