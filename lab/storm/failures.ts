// The failures between a client and the service. Each one replaces the exchange of one request.
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../stack/test/support/seeded-random.ts'
import { problem } from '../../test/support/contract-examples.ts'
import { attemptMs } from './client-calls.ts'

/** A response with its complete body. */
export interface ProxiedResponse {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer
}

export interface Exchange {
  response: ServerResponse
  /** Sends the request to the service. */
  forward: () => Promise<ProxiedResponse>
  random: Random
  /** A server that must never get a request. */
  otherUrl: string
  /** Tells that a client does what it must not do. */
  report: (error: string) => void
}

type Failure = (exchange: Exchange) => unknown

export const send = (response: ServerResponse, { status, headers, body }: ProxiedResponse) =>
  response.writeHead(status, headers).end(body)

function responseWith(status: number, mediaType: string, body: string, headers = {}): ProxiedResponse {
  return { status, headers: { 'Content-Type': mediaType, ...headers }, body: Buffer.from(body) }
}

const page = (status: number, headers = {}) => responseWith(status, 'text/html', '<p>A page.</p>', headers)

const toProblem = (status: number, type: string, headers = {}) =>
  responseWith(status, 'application/problem+json', JSON.stringify(problem(status, type)), headers)

function retryAfter({ random }: Exchange): Record<string, string> {
  const value = random.pick(['', '0', '60', new Date(Date.now() - 1000).toUTCString(), 'soon'])
  return value === '' ? {} : { 'Retry-After': value }
}

/** The failure happens after the service has carried out the request. */
function forwarded(failure: Failure): Failure {
  return async (exchange) => {
    await exchange.forward()
    failure(exchange)
  }
}

/** The failure changes the response of the service. */
function changed(change: (response: ProxiedResponse, exchange: Exchange) => ProxiedResponse): Failure {
  return async (exchange) => send(exchange.response, change(await exchange.forward(), exchange))
}

/** The failure writes a part of the response of the service. */
function partial(write: (response: ServerResponse, body: Buffer) => void): Failure {
  return async ({ response, forward }) => {
    const { status, headers, body } = await forward()
    write(response.writeHead(status, { ...headers, 'Content-Length': body.length + 1 }), body)
  }
}

const gatewayError: Failure = ({ response, random }) => send(response, page(random.pick([502, 503, 504])))

/** Responses that say, truthfully, that nothing was done. */
export const rejections: Record<string, Failure> = {
  '429 of the service': (exchange) =>
    send(exchange.response, toProblem(429, 'too-many-requests', retryAfter(exchange))),
  '429 of a gateway': (exchange) => send(exchange.response, page(429, retryAfter(exchange))),
  '503 of the service': (exchange) => send(exchange.response, toProblem(503, 'unavailable', retryAfter(exchange))),
  '401 of the service': ({ response }) => send(response, toProblem(401, 'unauthorized')),
}

/** All other failures: the service may have carried out the request. */
const otherFailures: Record<string, Failure> = {
  'connection broken before the request': ({ response }) => response.destroy(),
  'connection broken after the request': forwarded(({ response }) => response.destroy()),
  'connection broken inside the body': partial((response, body) =>
    response.write(body.subarray(0, body.length / 2), () => response.destroy()),
  ),
  'truncated body that looks complete': changed(({ status, headers, body }) => {
    const { 'content-length': _, ...others } = headers
    return { status, headers: others, body: body.subarray(0, -1) }
  }),
  'no response, request not forwarded': () => {},
  'no response, request forwarded': forwarded(() => {}),
  'no end of the body': partial((response, body) => response.write(body)),
  'late request': async ({ response, forward, random }) => {
    await sleep(random() * 2 * attemptMs)
    send(response, await forward())
  },
  'slow body': async ({ response, forward }) => {
    const { status, headers, body } = await forward()
    response.writeHead(status, headers)
    for (let at = 0; at < body.length && !response.destroyed; at += 20) {
      response.write(body.subarray(at, at + 20))
      await sleep(5)
    }
    response.end()
  },
  '502, 503 or 504, request not forwarded': gatewayError,
  '502, 503 or 504, request forwarded': forwarded(gatewayError),
  '500, request forwarded': forwarded(({ response }) => send(response, toProblem(500, 'internal-error'))),
  'endless body': (exchange) => writeEndlessly(exchange, {}),
  'body of 10 GiB': (exchange) => writeEndlessly(exchange, { 'Content-Length': String(10 * 2 ** 30) }),
  'login page': ({ response }) => send(response, page(200)),
  'broken JSON': ({ response }) => send(response, responseWith(201, 'application/json', '[{')),
  'response that is not HTTP': ({ response }) => response.socket?.end('220 mail.example ESMTP\r\n'),
  'redirect to another server': ({ response, random, otherUrl }) =>
    send(response, page(random.pick([301, 302, 303, 307, 308]), { Location: `${otherUrl}/plants` })),
  'next page on another server': changed(({ headers, ...rest }, { otherUrl }) => {
    return { ...rest, headers: { ...headers, link: `<${otherUrl}/plants?after=a>; rel="next"` } }
  }),
}

export const failures = { ...rejections, ...otherFailures }

/** A client has a limit for the length of a body, so it stops reading. */
function writeEndlessly({ response, report }: Exchange, headers: Record<string, string>): void {
  const chunk = Buffer.alloc(16 * 1024, ' ')
  let mebibytes = 0
  response.writeHead(200, { 'Content-Type': 'application/json', ...headers })
  const write = () => {
    for (let hasRoom = true; hasRoom && !response.destroyed; hasRoom = response.write(chunk)) mebibytes += 1 / 64
    if (mebibytes > 32) report(`a client read ${mebibytes} MiB of an endless body`)
    else if (!response.destroyed) response.once('drain', write)
  }
  write()
}
