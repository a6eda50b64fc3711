// Who asks, and what is there before the question: each lane of requests has callers of its own, so that lanes do not see
// what others write.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose'
import { type DevelopmentIssuer, developmentIssuer, developmentKeyFile } from '../../../server/auth/development.ts'
import type { Connection } from '../connection.ts'
import { NoAnswer } from '../connection.ts'
import { operations } from '../contract.ts'
import { type Draft, type Facts, firstOutcome } from '../requests/draft.ts'

/** Tokens by the names that drafts give them. */
export type Tokens = Facts

const scopes = [...new Set(operations.flatMap(({ scopes }) => scopes))]

/**
 * Of a caller that nobody else is, for a service whose data are in `folder`.
 * @param foreign The issuer of another service.
 */
export async function tokensOf(folder: string, foreign: DevelopmentIssuer): Promise<Tokens> {
  const issuer = await developmentIssuer(folder)
  const subject = randomUUID()
  const token = await issuer.sign({ subject, scope: scopes.join(' ') })
  const single = scopes.map(async (scope) => [`${scope.replace(':', '_')}Token`, await issuer.sign({ subject, scope })])
  return {
    token,
    neighbourToken: await issuer.sign({ subject: `${subject}-neighbour`, scope: scopes.join(' ') }),
    otherToken: await foreign.sign({ subject, scope: scopes.join(' ') }),
    expiredToken: await expired(token, folder),
    noScopeToken: await issuer.sign({ subject, scope: '' }),
    ...Object.fromEntries(await Promise.all(single)),
  }
}

// The same token, an hour after its end.
async function expired(token: string, folder: string): Promise<string> {
  const hourAgo = Math.floor(Date.now() / 1000) - 3600
  const { alg = '', typ = '' } = decodeProtectedHeader(token)
  const key = await importJWK(JSON.parse(await readFile(developmentKeyFile(folder), 'utf8')), alg)
  return new SignJWT({ ...decodeJwt(token), iat: hourAgo - 60, exp: hourAgo })
    .setProtectedHeader({ alg, typ })
    .sign(key)
}

/** Makes what a draft needs, and tells the values that it leaves open. @throws {NoAnswer} where that cannot be made. */
export async function prepare(draft: Draft, service: Connection, tokens: Tokens, host: string): Promise<Facts> {
  const ask: Ask = (method, path, who = 'token', body, key) =>
    request(service, { method, path, host, token: tokens[who] ?? '', ...(body && { body }), ...(key && { key }) })
  const facts: Facts = { ...tokens, host, newId: randomUUID(), etag: '"none"' }
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
      return { cursor: await cursorOf('token'), otherCursor: await cursorOf('neighbourToken') }
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
  host: string
  token: string
  body?: object
  key?: string
}

async function request(service: Connection, { method, path, host, token, body, key }: Preparation) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${token}`,
    ...(key === undefined ? [] : [`Idempotency-Key: ${key}`]),
    ...(text === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ]
  const {
    status,
    headers,
    body: answer,
  } = await service.exchange(method, Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`))
  if (status >= 300)
    throw new NoAnswer(`${method} ${path}, which was to prepare a request, was answered ${status} ${answer}`)
  const id: unknown = text === '' ? undefined : JSON.parse(answer).id
  return { id: String(id), etag: headers.etag ?? '', cursor: /cursor=([\w-]+)/.exec(headers.link ?? '')?.[1] ?? '' }
}
