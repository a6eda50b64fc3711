// Sends the same requests to two implementations, one after the other, and compares the bytes of the responses: the service
// over each engine, or the service and the mock with state.
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { developmentIssuer } from '../../../server/auth/development-issuer.ts'
import { scopes } from '../../../server/core/contract/plan.ts'
import { engines } from '../../support/engines.ts'
import { fixedParts } from '../../support/fixed-parts.ts'
import { newFolder } from '../../support/folder.ts'
import { openSocket } from '../../support/raw-http.ts'
import { type Service, startService, startStatefulMock } from '../../support/service.ts'
import { type EngineRequest, randomRequests, type Seen } from './requests.ts'

export interface Comparison {
  /** Number of responses by status. */
  statuses: Record<string, number>
  /** Each request whose responses differ, with both responses. */
  differences: string[]
}

/** One implementation, and what a caller has seen of it. */
interface Target {
  service: Pick<Service, 'url'> & AsyncDisposable
  seen: Seen
  /** A list has a random revision, and so a random tag: here each has a number. */
  numbers: Map<string, string>
}

type Start = (parts: ReturnType<typeof fixedParts>, folder: string) => Promise<Target['service']>

interface Pair {
  start: [Start, Start]
  /** A mock has other owners than the service, and so other tags of plants. And pages of every origin may use it. */
  isSameProgram: boolean
}

export const pairs: Record<string, Pair> = {
  'SQLite and PostgreSQL': {
    start: [
      async (parts, folder) => startService({ ...parts, settings: await engines.SQLite(), folder }),
      async (parts, folder) => startService({ ...parts, settings: await engines.PostgreSQL(), folder }),
    ],
    isSameProgram: true,
  },
  'the service and the mock with state': {
    start: [
      async (parts, folder) => startService({ ...parts, settings: await engines.SQLite(), folder }),
      async (parts) => startStatefulMock(parts),
    ],
    isSameProgram: false,
  },
}

export async function compareBytes({ start, isSameProgram }: Pair, seed: number, count: number): Promise<Comparison> {
  let time = Date.UTC(2025, 10, 20, 9)
  const now = () => new Date(time)
  // One key for the tokens of both.
  const folder = await newFolder()
  const targets: Target[] = []
  for (const startOne of start) {
    const service = await startOne(fixedParts(now), folder)
    targets.push({ service, seen: { tags: [], links: [] }, numbers: new Map() })
  }
  const { sign } = await developmentIssuer(folder)
  const tokenOf = (subject: string) => sign({ subject, scope: scopes.join(' ') })
  const tokens = { ann: await tokenOf('ann'), bob: await tokenOf('bob') }
  const comparison: Comparison = { statuses: {}, differences: [] }
  try {
    for (const request of [...randomRequests(seed, count), ...readEverything]) {
      // Not every millisecond has three digits, and clocks are set back.
      time += [0, 1, 10, 100, 997, 1000, -500][time % 7] ?? 0
      const token = tokens[request.caller] ?? ''
      const [one = '', other] = await Promise.all(
        targets.map((target) => responseOf(target, request, token, isSameProgram)),
      )
      const status = one.slice(9, 12)
      comparison.statuses[status] = (comparison.statuses[status] ?? 0) + 1
      if (one !== other) comparison.differences.push(`${JSON.stringify(request.of(seenOf(targets)))}\n${one}\n${other}`)
    }
  } finally {
    for (const { service } of targets) await service[Symbol.asyncDispose]()
  }
  return comparison
}

function seenOf([target]: Target[]): Seen {
  return target?.seen ?? { tags: [], links: [] }
}

/** All pages of both callers. */
const readEverything = (['ann', 'bob'] as const).flatMap((caller) => {
  const first: EngineRequest = { caller, method: 'GET', of: () => ({ target: '/plants?limit=7', headers: {} }) }
  const next: EngineRequest = {
    caller,
    method: 'GET',
    of: ({ links }) => ({ target: links.at(-1) ?? '/plants', headers: {} }),
  }
  return [first, ...Array<EngineRequest>(10).fill(next)]
})

/** @returns Every byte of the response, but for the time of Node, and with numbers as the tags of lists. */
async function responseOf(
  { service, seen, numbers }: Target,
  request: EngineRequest,
  token: string,
  isSameProgram: boolean,
): Promise<string> {
  const { target, headers, body } = request.of(seen)
  const socket = await openSocket(service.url)
  const length = body === undefined ? {} : { 'Content-Length': `${Buffer.byteLength(body)}` }
  const all = { Host: 'localhost', Connection: 'close', Authorization: `Bearer ${token}`, ...headers, ...length }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.setTimeout(10_000, () => socket.destroy(new Error('no response within 10 s')))
  socket.write(`${request.method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
  const [bytes] = await Promise.all([buffer(socket), once(socket, 'close')])
  let response = bytes.toString('latin1').replace(/^Date: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/m, 'Date: now')
  const [, tag] = /^ETag: (.*?)\r$/m.exec(response) ?? []
  const [, link] = /^Link: <(.*?)>/m.exec(response) ?? []
  if (tag !== undefined) seen.tags.push(tag)
  if (link !== undefined) seen.links.push(`/plants${link}`)
  if (!isSameProgram) response = response.replaceAll(/^Access-Control-.*\r\n/gm, '')
  const isList = /^\/plants(?:\?|$)/.test(target) && request.method === 'GET'
  if (tag === undefined || (isSameProgram && !isList)) return response
  if (!numbers.has(tag)) numbers.set(tag, `tag ${numbers.size}`)
  return response.replace(tag, numbers.get(tag) ?? '')
}
