// The service sends every documented example of a response, word for word, with its identifiers and times.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { freePort } from '../../stack/test/support/free-port.ts'
import { openSocket, sendRaw, sendRawRequest } from '../../stack/test/support/raw-http.ts'
import { expireToken } from '../../stack/test/support/tokens.ts'
import type { HttpResponse } from '../../stack/tester/connection.ts'
import { createCaller } from '../support/caller.ts'
import { type Service, startService } from '../support/service.ts'
import { contract } from '../support/tested-contract.ts'

const { httpResponses, limits, operations } = contract
const getExample = (name: string) => contract.at(`/components/examples/${name}`).value.value
const [monstera, fern] = [getExample('TwoPlants')].flat().map((plant) => String(Object(plant).id))
const requestId = String(contract.at('/components/headers/Request-Id').value.example)
const path = `/plants/${monstera}`

type Received = Pick<HttpResponse, 'headers' | 'body'>
const received: Received[] = []
let time = ''
let id = ''

async function startExampleService(options: Parameters<typeof startService>[0] = {}): Promise<Service> {
  const service = await startService({
    now: () => new Date(time || Date.now()),
    newId: () => id,
    newRequestId: () => requestId,
    settings: { RATE_LIMIT_PER_MINUTE: '6000' },
    ...options,
  })
  const { request } = service
  return {
    ...service,
    async request(target, init = {}) {
      const headers = { Origin: 'http://localhost:5173', ...Object(init.headers) }
      const response = await request(target, { ...init, headers })
      received.push({ headers: Object.fromEntries(response.headers), body: await response.clone().text() })
      return response
    },
  }
}

async function sendPlantRequests(service: Service): Promise<void> {
  const add = (subject: string, name: string, plantId = monstera, createdAt = '2025-11-20T09:00:00.000Z') => {
    id = plantId ?? ''
    time = createdAt
    return createCaller(service, subject).send('POST', '/plants', { body: getExample(name) })
  }
  const change = (subject: string, name: string) => {
    time = '2025-11-20T10:30:00.000Z'
    return createCaller(service, subject).send('PATCH', path, { body: getExample(name) })
  }
  const gardener = createCaller(service, 'gardener')
  await gardener.send('GET', '/plants')
  await add('gardener', 'NewTaggedPlant')
  await add('gardener', 'NewUntaggedPlant', fern, '2025-11-20T09:00:01.000Z')
  await gardener.send('GET', '/plants?count=true')
  await gardener.send('GET', path)
  await change('gardener', 'Rename')
  await add('bob', 'NewTaggedPlant')
  await change('bob', 'Untag')
  await add('cleo', 'NewUntaggedPlant')
}

async function sendRefusedRequests(service: Service): Promise<void> {
  const caller = createCaller(service, 'dora')
  const send = (method: string, target: string, headers: Record<string, string> = {}, body?: unknown) =>
    caller.send(method, target, { headers, body })
  const plant = { name: 'Fern' }
  await send('GET', '/plants?colour=green')
  await send('POST', '/plants', {}, { ...plant, colour: 'green' })
  await send('GET', '/plants', { Authorization: 'none' })
  const token = await service.token()
  await send('GET', '/plants', { Authorization: `Bearer ${token.replace(/[^.]*$/, 'A'.repeat(86))}` })
  await send('GET', '/plants', { Authorization: `Bearer ${await expireToken(token, service.folder)}` })
  await createCaller(service, 'dora', 'plants:write').send('GET', '/plants')
  await createCaller(service, 'dora', 'plants:read').send('POST', '/plants', { body: plant })
  await send('GET', '/plants', { Accept: 'application/xml' })
  await send('GET', '/plants', { 'If-Match': '"outdated"' })
  await send('POST', '/plants', { 'If-None-Match': '*' }, plant)
  await send('POST', '/plants', {}, 'x'.repeat(limits.bodyBytes))
  await send('POST', '/plants', { 'Content-Type': 'text/plain' }, plant)
  await send('PATCH', path, { 'Content-Type': 'text/plain' }, plant)
  await send('POST', '/plants', { 'Content-Encoding': 'gzip' }, plant)
  for (const name of ['Fern', 'Moss']) await send('POST', '/plants', { 'Idempotency-Key': 'monday-1' }, { name })
  await send('GET', `/plants/${fern}`)
  await send('PUT', '/plants', { 'Content-Type': 'application/json' })
  await send('OPTIONS', '/plants')
  await send('GET', `/plants?tag=${'x'.repeat(limits.targetBytes)}`)
}

/** Sends requests that `fetch` cannot send. */
async function sendMalformedRequests({ url }: Service): Promise<void> {
  const filler = `X-Filler: ${'x'.repeat(limits.headBytes)}`
  const responses = await Promise.all([
    sendRaw(url, ['GET /plants HTTP/1.1', 'Connection: close']),
    sendRawRequest(url, 'GET /plants', ['Expect: tea']),
    sendRawRequest(url, 'GET /plants', [filler]),
    sendRawRequest(url, 'GET /plants', ['Transfer-Encoding: gzip, chunked']),
  ])
  received.push(...responses)
  // The socket ends when the service stops waiting for the head.
  const socket = await openSocket(url)
  socket.write('GET /plants HTTP/1.1\r\n')
  const [, body = ''] = (await text(socket)).split('\r\n\r\n')
  received.push({ headers: {}, body })
}

async function sendRequestsDuringFaults(): Promise<void> {
  time = ''
  await using limited = await startExampleService({ settings: { RATE_LIMIT_PER_MINUTE: '1' } })
  for (let count = 0; count < 12; count++) await createCaller(limited).send('GET', '/plants')
  await using throwing = await startExampleService({ handlers: { getPlant: () => Promise.reject(new Error('no')) } })
  await createCaller(throwing).send('GET', path)
  const AUTH_ISSUER = `http://127.0.0.1:${await freePort()}`
  const settings = { AUTH_ISSUER, AUTH_AUDIENCE: 'https://plants.example.com' }
  await using withoutIssuer = await startExampleService({ settings })
  await createCaller(withoutIssuer).send('GET', path)
  await using withoutData = await startExampleService()
  rmSync(join(withoutData.folder, 'plants.db'))
  // The service checks its files ten times a second.
  await sleep(200)
  await createCaller(withoutData).send('GET', path)
}

beforeAll(async () => {
  await using service = await startExampleService()
  await sendPlantRequests(service)
  await sendRefusedRequests(service)
  await Promise.all([sendMalformedRequests(service), sendRequestsDuringFaults()])
})

const documented = [...operations, { id: 'any request', responses: httpResponses }].flatMap(({ id, responses }) =>
  responses.all.map((response) => ({ of: `${id} ${response.status}`, ...response })),
)
/** Masks the numbers of a rate limit, which depend on the time. */
const maskNumbers = (text: string) =>
  /Retry in|^r(?:atelimit|etry)/.test(text) ? text.replace(/pk=:[^:]+:|\d+/g, '…') : text

it('the service sends every documented body', () => {
  const sent = new Set(received.map(({ body }) => maskNumbers(body)))
  const bodies = documented.flatMap(({ of, content }) =>
    [...content.values()].flatMap(({ examples }) =>
      Object.entries(examples).map(([name, value]) => ({ name: `${of} ${name}`, body: JSON.stringify(value) })),
    ),
  )
  expect(bodies.length).toBeGreaterThan(80)
  expect(bodies.filter(({ body }) => !sent.has(maskNumbers(body)))).toEqual([])
})

// A new property of a plant changes its entity tag, so it needs a new example.
it('the service sends every documented header', () => {
  const lines = received.flatMap(({ headers }) => Object.entries(headers).map(([name, value]) => `${name}: ${value}`))
  const sent = new Set(lines.map(maskNumbers))
  const examples = documented.flatMap(({ headers }) =>
    [...headers].flatMap(([name, { example }]) => (example === undefined ? [] : [`${name}: ${example}`])),
  )
  expect(new Set(examples).size).toBeGreaterThan(10)
  expect([...new Set(examples)].filter((line) => !sent.has(maskNumbers(line)))).toEqual([])
})
