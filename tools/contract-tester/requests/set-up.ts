// What must be there before a request can mean what it is to mean: a plant, a page, a key that was used.
import { randomUUID } from 'node:crypto'
import { type Connection, NoAnswer } from '../connection.ts'
import { type Draft, type Facts, firstOutcome } from './draft.ts'

/** The service that is asked. */
export interface Where {
  connection: Pick<Connection, 'exchange'>
  /** As in the Host header. */
  host: string
  /** The path of its base URL, without a slash at its end. */
  base: string
}

/** Makes what a draft needs, and tells the values that it leaves open. @throws {NoAnswer} where that cannot be made. */
export async function prepare(draft: Draft, tokens: Facts, where: Where): Promise<Facts> {
  const ask: Ask = (method, path, who = 'token', body, key) =>
    request(where, { method, path, token: tokens[who] ?? '', ...(body && { body }), ...(key && { key }) })
  const facts: Facts = { ...tokens, host: where.host, newId: randomUUID(), etag: '"none"' }
  if (uses(draft, '{deletedId}')) {
    const { id } = await ask('POST', '/plants', 'token', { name: 'a' })
    await ask('DELETE', `/plants/${id}`)
    facts.deletedId = id
  }
  const made = { ...facts, ...(await setUp(draft, ask)) }
  const isList = firstOutcome(draft.outcomes).status === 304 && !('id' in made)
  return isList ? { ...made, etag: (await ask('GET', targetOf(draft, made))).etag } : made
}

type Ask = (method: string, path: string, who?: string, body?: object, key?: string) => ReturnType<typeof request>

async function setUp(draft: Draft, ask: Ask): Promise<Facts> {
  switch (draft.setUp) {
    case 'nothing':
      return {}
    case 'a plant': {
      const { id, etag } = await ask('POST', '/plants', 'token', { name: 'A plant', tag: 'a' })
      return { id, etag }
    }
    case "somebody else's plant": {
      const { id, etag } = await ask('POST', '/plants', 'neighbourToken', { name: 'A plant' })
      return { id, otherId: id, etag }
    }
    case 'a page': {
      const cursorOf = async (who: string) => {
        for (const name of ['a', 'b']) await ask('POST', '/plants', who, { name })
        return (await ask('GET', '/plants?limit=1', who)).cursor
      }
      const otherCursor =
        draft.target.query.some((pair) => pair.includes('{otherCursor}')) && (await cursorOf('neighbourToken'))
      return { cursor: await cursorOf('token'), ...(otherCursor && { otherCursor }) }
    }
    case 'a used key': {
      const key = randomUUID()
      await ask('POST', '/plants', 'token', { name: `Another plant than ${key}` }, key)
      return { key }
    }
  }
}

function uses({ target, fields }: Draft, place: string): boolean {
  return target.path.includes(place) || fields.some(([, value]) => value.includes(place))
}

function targetOf({ target }: Draft, facts: Facts): string {
  const query = target.query.length === 0 ? '' : `?${target.query.join('&')}`
  return (target.path + query).replace(/\{(\w+)\}/g, (place, name: string) => facts[name] ?? place)
}

interface Preparation {
  method: string
  path: string
  token: string
  body?: object
  key?: string
}

async function request({ connection, host, base }: Where, { method, path, token, body, key }: Preparation) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const head = [
    `${method} ${base}${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${token}`,
    ...(key === undefined ? [] : [`Idempotency-Key: ${key}`]),
    ...(text === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ]
  const {
    status,
    headers,
    body: answer,
  } = await connection.exchange(method, Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`))
  if (status >= 300)
    throw new NoAnswer(`${method} ${path}, which was to prepare a request, was answered ${status} ${answer}`)
  const id: unknown = text === '' ? undefined : JSON.parse(answer).id
  return { id: String(id), etag: headers.etag ?? '', cursor: /cursor=([\w-]+)/.exec(headers.link ?? '')?.[1] ?? '' }
}
