// Compares the responses of each contender with those of the service: before a run, and for the table of what each
// validates.
import { isDeepStrictEqual } from 'node:util'
import { brokenOwner, idOf, plantsPerOwner } from './data.ts'
import { forged } from './workloads.ts'

export interface Callers {
  url: string
  /** Of the owner of the repeated requests. */
  token: string
  /** Of the owner of a plant that breaks the contract. */
  brokenToken: string
}

interface Sent {
  name: string
  method?: string
  path: string
  headers?: Record<string, string>
  body?: unknown
  token?: 'none' | 'forged' | 'broken'
  /** Once more, with the tag of the response. */
  isAskedAgain?: true
}

interface Received {
  status: number
  headers: Record<string, string | null>
  body: unknown
}

const anyPlant = `/plants/${idOf(0, 5)}`
const notFound = `/plants/${idOf(0, plantsPerOwner)}`

/** Every contender must respond as the service does. `:created` is the plant of `create`. */
const good: Sent[] = [
  { name: 'list 20', path: '/plants?limit=20', isAskedAgain: true },
  { name: 'list 100', path: '/plants?limit=100' },
  { name: 'list without limit', path: '/plants' },
  { name: 'next page', path: `/plants?limit=100&after=${idOf(0, 10)}` },
  { name: 'last page', path: `/plants?limit=100&after=${idOf(0, plantsPerOwner - 10)}` },
  { name: 'list by tag', path: '/plants?limit=10&tag=Araceae' },
  { name: 'get', path: anyPlant, isAskedAgain: true },
  { name: 'create', method: 'POST', path: '/plants', body: { name: 'Fern', tag: 'green' } },
  { name: 'create without tag', method: 'POST', path: '/plants', body: { name: 'Fern' } },
  { name: 'patch', method: 'PATCH', path: ':created', body: { name: 'Moss' } },
  { name: 'remove the tag', method: 'PATCH', path: ':created', body: { tag: null } },
  { name: 'delete', method: 'DELETE', path: ':created' },
]

/** What a contender may do differently. The table says so. */
const bad: Sent[] = [
  { name: 'no token', path: '/plants', token: 'none' },
  { name: 'forged token', path: '/plants', token: 'forged' },
  { name: '`limit=0`', path: '/plants?limit=0' },
  { name: '`limit=1e1`', path: '/plants?limit=1e1' },
  { name: 'unknown parameter', path: '/plants?unknown=1' },
  { name: '`after` is not a UUID', path: '/plants?after=x' },
  { name: 'path is not a UUID', path: '/plants/x' },
  { name: 'unknown plant', path: notFound },
  { name: 'unknown path', path: '/nothing' },
  { name: 'method not allowed', method: 'DELETE', path: '/plants' },
  { name: 'unacceptable `Accept`', path: '/plants', headers: { Accept: 'text/html' } },
  {
    name: 'wrong media type',
    method: 'POST',
    path: '/plants',
    headers: { 'Content-Type': 'text/plain' },
    body: { name: 'Fern' },
  },
  { name: 'no `name`', method: 'POST', path: '/plants', body: {} },
  { name: '`name` is a number', method: 'POST', path: '/plants', body: { name: 5 } },
  { name: '`name` is too long', method: 'POST', path: '/plants', body: { name: 'x'.repeat(201) } },
  { name: 'unknown property', method: 'POST', path: '/plants', body: { name: 'Fern', colour: 'green' } },
  { name: 'body is not JSON', method: 'POST', path: '/plants', body: '{' },
  { name: 'property twice', method: 'POST', path: '/plants', body: '{"name":"Fern","name":"Moss"}' },
  {
    name: 'stale `If-Match`',
    method: 'PATCH',
    path: anyPlant,
    headers: { 'If-Match': '"stale"' },
    body: { name: 'Moss' },
  },
  { name: 'stored plant breaks the contract', path: `/plants/${idOf(brokenOwner, 0)}`, token: 'broken' },
]

/** By the name of the request. */
export type Responses = Record<string, Received>

export async function responsesOf(callers: Callers): Promise<{ good: Responses; bad: Responses }> {
  const all = { good: {} as Responses, bad: {} as Responses }
  for (const sent of good) {
    const path = sent.path.replace(':created', `/plants/${Object(all.good.create?.body).id}`)
    const received = await receive(callers, { ...sent, path })
    all.good[sent.name] = received
    if (sent.isAskedAgain) {
      const headers = { 'If-None-Match': String(received.headers.etag) }
      all.good[`unchanged ${sent.name}`] = await receive(callers, { ...sent, headers })
    }
  }
  for (const sent of bad) all.bad[sent.name] = await receive(callers, sent)
  await deleteCreated(callers, [...Object.values(all.good), ...Object.values(all.bad)])
  return all
}

async function deleteCreated(callers: Callers, responses: Received[]): Promise<void> {
  for (const { status, body } of responses) {
    if (status === 201) await receive(callers, { name: '', method: 'DELETE', path: `/plants/${Object(body).id}` })
  }
}

async function receive({ url, token, brokenToken }: Callers, sent: Sent): Promise<Received> {
  const tokens = { forged: forged(token), broken: brokenToken }
  const used = sent.token === undefined ? token : sent.token === 'none' ? undefined : tokens[sent.token]
  const response = await fetch(url + sent.path, {
    method: sent.method ?? 'GET',
    headers: {
      ...(used && { Authorization: `Bearer ${used}` }),
      ...(sent.body !== undefined && { 'Content-Type': 'application/json' }),
      // Without it, fetch sends no-cache to servers when there is an If-None-Match.
      'Cache-Control': 'max-age=0',
      ...sent.headers,
    },
    ...(sent.body !== undefined && { body: typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body) }),
    signal: AbortSignal.timeout(5_000),
  })
  const text = await response.text()
  const names = ['content-type', 'etag', 'link', 'location', 'last-modified', 'cache-control', 'vary', 'request-id']
  const headers = Object.fromEntries(names.map((name) => [name, response.headers.get(name)]))
  return { status: response.status, headers, body: jsonOf(text) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Returns a line for each good request to which a contender responds differently. */
export function differences(name: string, ours: Responses, theirs: Responses): string[] {
  return Object.entries(ours).flatMap(([request, expected]) => {
    const received = theirs[request]
    return isDeepStrictEqual(comparable(received), comparable(expected))
      ? []
      : [
          `${name}: ${request}: ${JSON.stringify(comparable(received))} instead of ${JSON.stringify(comparable(expected))}`,
        ]
  })
}

// Ids, times and tags differ.
function comparable(response: Received | undefined) {
  if (response === undefined) return undefined
  const { status, headers, body } = response
  const { etag, location, 'last-modified': lastModified, 'request-id': id, 'content-type': type, ...exact } = headers
  const present = { etag, location, lastModified, id }
  const isCreated = /Fern|Moss/.test(Object(body).name)
  return {
    status,
    // A 304 need not repeat a Link.
    exact: { ...exact, link: status === 304 ? null : exact.link, type: type?.replace(/; *charset=utf-8$/i, '') },
    present: Object.entries(present).flatMap(([name, value]) => (value === null ? [] : [name])),
    body: isCreated ? { ...Object(body), id: '', createdAt: '', updatedAt: '' } : body,
  }
}

/** How a contender responds to each bad request: the status, and whether it is another problem than that of the service. */
export function validation(ours: Responses, theirs: Responses): Record<string, { status: number; isSame: boolean }> {
  return Object.fromEntries(
    Object.entries(ours).map(([request, expected]) => {
      const { status = 0, body } = theirs[request] ?? {}
      const isSame = status === expected.status && (status < 400 || Object(body).type === Object(expected.body).type)
      return [request, { status, isSame }]
    }),
  )
}
