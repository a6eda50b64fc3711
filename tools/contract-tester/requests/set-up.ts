// Creates what a request needs before it can have its outcome: a plant, a used idempotency key.
import { randomUUID } from 'node:crypto'
import { type Connection, NoResponse } from '../connection.ts'
import { type Draft, fillIn, type Placeholders, pathAndQuery } from './draft.ts'
import { firstOutcome } from './outcome.ts'

/** The service that gets the requests. */
export interface Service {
  connection: Pick<Connection, 'exchange' | 'close'>
  /** The value of the Host header. */
  host: string
  /** The path of its base URL, without a slash at the end. */
  basePath: string
}

interface Preparation {
  token?: string
  body?: object
  key?: string
}

type Send = (method: string, path: string, preparation?: Preparation) => Promise<Record<'id' | 'etag', string>>

/** Sets up a draft; returns the values of its placeholders. @throws {NoResponse} if that fails. */
export async function setUp(draft: Draft, tokens: Placeholders, service: Service): Promise<Placeholders> {
  const send: Send = (method, path, { token = 'token', ...rest } = {}) =>
    request(service, method, path, { token: tokens[token] ?? '', ...rest })
  const values: Placeholders = { ...tokens, host: service.host, newId: randomUUID(), etag: '"none"' }
  if (hasPlaceholder(draft, '{deletedId}')) {
    const { id } = await send('POST', '/plants', { body: { name: 'a' } })
    await send('DELETE', `/plants/${id}`)
    values.deletedId = id
  }
  Object.assign(values, await valuesOf(draft, send))
  if (needsTagOfList(draft)) values.etag = (await send('GET', fillIn(pathAndQuery(draft), values))).etag
  return values
}

async function valuesOf(draft: Draft, send: Send): Promise<Placeholders> {
  switch (draft.setUp) {
    case 'nothing':
      return {}
    case 'a plant': {
      const { id, etag } = await send('POST', '/plants', { body: { name: 'A plant', tag: 'a' } })
      return { id, etag }
    }
    case "somebody else's plant": {
      const { id, etag } = await send('POST', '/plants', { token: 'neighbourToken', body: { name: 'A plant' } })
      return { id, otherId: id, etag }
    }
    case 'a used key': {
      const key = randomUUID()
      await send('POST', '/plants', { body: { name: `Another plant than ${key}` }, key })
      return { key }
    }
  }
}

/** Whether the outcome depends on the entity tag of a list, which each change of a plant changes. */
export function needsTagOfList({ outcomes, target }: Draft): boolean {
  return firstOutcome(outcomes).status === 304 && !target.path.includes('{id}')
}

function hasPlaceholder(draft: Draft, placeholder: string): boolean {
  return [pathAndQuery(draft), ...draft.headers.map(([, value]) => value)].some((text) => text.includes(placeholder))
}

async function request(
  { connection, host, basePath }: Service,
  method: string,
  path: string,
  { token, body, key }: Preparation,
) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const head = [
    `${method} ${basePath}${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${token}`,
    ...(key === undefined ? [] : [`Idempotency-Key: ${key}`]),
    ...(text === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ]
  const response = await connection.exchange(method, Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`))
  const { status, headers } = response
  if (status >= 300)
    throw new NoResponse(`set-up failed: ${method} ${basePath}${path} returned ${status} ${response.body}`)
  const id: unknown = text === '' ? undefined : JSON.parse(response.body).id
  return { id: String(id), etag: headers.etag ?? '' }
}
