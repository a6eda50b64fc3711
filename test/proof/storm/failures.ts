// What may go wrong between a client and the service: each fault is one request that does not go as it should.
import type { ServerResponse } from 'node:http'
import { instance } from '../../support/contract-examples.ts'
import type { Random } from './random.ts'
import { attemptMs } from './scenario.ts'

/** An answer of the service, read. */
export interface Answer {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer
}

export interface Scene {
  response: ServerResponse
  /** Has the service do what is asked. */
  forward: () => Promise<Answer>
  random: Random
  /** Where nobody must ever go. */
  elsewhere: string
  /** Counts what is poured into an endless body. */
  poured: (bytes: number) => void
}

type Play = (scene: Scene) => unknown

const send = (response: ServerResponse, { status, headers, body }: Answer) => {
  response.writeHead(status, headers).end(body)
}

const problem = (status: number, type: string, headers: Record<string, string> = {}): Answer => {
  const body = { type: `/problems/${type}`, title: 'Planted', status, detail: 'Planted.', instance }
  return {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
    body: Buffer.from(JSON.stringify(body)),
  }
}

const page = (status: number): Answer => ({
  status,
  headers: { 'Content-Type': 'text/html' },
  body: Buffer.from('<p>planted</p>'),
})

const retryAfter = ({ random }: Scene): Record<string, string> =>
  random.pick<Record<string, string>>([
    {},
    { 'Retry-After': '0' },
    { 'Retry-After': '60' },
    { 'Retry-After': new Date(Date.now() - 1000).toUTCString() },
    { 'Retry-After': 'soon' },
  ])

/** Answers that say, and truly, that nothing was done. */
export const refusals: Record<string, Play> = {
  '429 of the service': (scene) => send(scene.response, problem(429, 'too-many-requests', retryAfter(scene))),
  '429 of a gateway': (scene) => send(scene.response, { ...page(429), headers: retryAfter(scene) }),
  '503 of the service': (scene) => send(scene.response, problem(503, 'unavailable', retryAfter(scene))),
  '401 of the service': ({ response }) => send(response, problem(401, 'unauthorized')),
}

/** Whatever else; what was asked for may have been done. */
export const accidents: Record<string, Play> = {
  'drops the connection before the service': ({ response }) => response.destroy(),
  'drops the connection behind the service': async ({ response, forward }) => {
    await forward()
    response.destroy()
  },
  'breaks off in the middle of the answer': async ({ response, forward }) => {
    const { status, headers, body } = await forward()
    const half = body.subarray(0, body.length / 2)
    response.writeHead(status, { ...headers, 'Content-Length': body.length + 1 }).write(half, () => response.destroy())
  },
  'cuts the answer off as if it were whole': async ({ response, forward }) => {
    const { status, headers, body } = await forward()
    send(response, { status, headers: without(headers, 'content-length'), body: body.subarray(0, -1) })
  },
  'stalls before the service': () => {},
  'stalls behind the service': ({ forward }) => forward(),
  'stalls in the middle of the answer': async ({ response, forward }) => {
    const { status, headers, body } = await forward()
    response.writeHead(status, { ...headers, 'Content-Length': body.length + 1 }).write(body)
  },
  'brings the request late': async ({ response, forward, random }) => {
    await new Promise((resolve) => setTimeout(resolve, random() * 2 * attemptMs))
    send(response, await forward())
  },
  'drips the answer': async ({ response, forward }) => {
    const { status, headers, body } = await forward()
    response.writeHead(status, headers)
    for (let at = 0; at < body.length && !response.destroyed; at += 20) {
      response.write(body.subarray(at, at + 20))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    response.end()
  },
  'answers 502, 503 or 504 for the service': ({ response, random }) =>
    send(response, page(random.pick([502, 503, 504]))),
  'answers 502, 503 or 504 behind the service': async ({ response, forward, random }) => {
    await forward()
    send(response, page(random.pick([502, 503, 504])))
  },
  'answers 500 behind the service': async ({ response, forward }) => {
    await forward()
    send(response, problem(500, 'internal-error'))
  },
  'answers without end': (scene) => pour(scene, {}),
  'answers 10 GB': (scene) => pour(scene, { 'Content-Length': String(10 * 2 ** 30) }),
  'answers a login page': ({ response }) => send(response, page(200)),
  'answers what is no JSON': ({ response }) =>
    send(response, { status: 201, headers: { 'Content-Type': 'application/json' }, body: Buffer.from('[{') }),
  'answers what is no HTTP': ({ response }) => response.socket?.end('220 mail.example ESMTP\r\n'),
  'sends elsewhere': ({ response, random, elsewhere }) =>
    send(response, { ...page(random.pick([301, 302, 303, 307, 308])), headers: { Location: `${elsewhere}/plants` } }),
  'names a next page elsewhere': async ({ response, forward, elsewhere }) => {
    const answer = await forward()
    send(response, { ...answer, headers: { ...answer.headers, link: `<${elsewhere}/plants?cursor=a>; rel="next"` } })
  },
}

function pour({ response, poured }: Scene, headers: Record<string, string>): void {
  const chunk = Buffer.alloc(16 * 1024, ' ')
  response.writeHead(200, { 'Content-Type': 'application/json', ...headers })
  const more = () => {
    for (let room = true; room && !response.destroyed; ) {
      poured(chunk.length)
      room = response.write(chunk)
    }
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

function without(headers: Answer['headers'], name: string): Answer['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))
}
