// What a call returns for each response, and what a throwing client makes of it.
import { describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest'
import type { DeprecatedCall } from '../../client/deprecation.ts'
import { type CalledOperation, calls, ceiling, etag, path, problem } from '../support/contract-examples.ts'
import {
  type FieldError,
  fieldErrorsOf,
  type Lamp,
  orThrow,
  ProblemError,
  ResponseTooLargeError,
  type SuccessOf,
  type ThrowingClient,
  UnexpectedResponseError,
} from '../support/lamp-client.ts'
import { problemResponse, type ScriptedResponse, scriptedService } from '../support/scripted-service.ts'

const type = (mediaType: string) => ({ headers: { 'Content-Type': mediaType } })
const redirect = '301 is a redirect, which is not followed. Set baseUrl to the service address'
const undocumented = 'is not a documented status'
const unknownProblem = '403 without a problem that this client knows'

describe('an unexpected response', () => {
  it.each<[string, ScriptedResponse, body: unknown, detail: string]>([
    ['an undocumented problem', problemResponse(404, 'not-found'), problem(404, 'not-found'), `404 ${undocumented}`],
    ['an undocumented success', { status: 202, body: { a: 1 } }, { a: 1 }, `202 ${undocumented}`],
    ['the page of a gateway', { status: 502, ...type('text/html'), body: '<p>' }, '<p>', `502 ${undocumented}`],
    ['a login page', { status: 200, ...type('text/html'), body: '<p>' }, '<p>', '200 with text/html instead of JSON'],
    ['broken JSON', { status: 200, body: '[{' }, '[{', '200 with a body that is not JSON'],
    ['no body at all', { status: 200, ...type('application/json') }, undefined, '200 with a body that is not JSON'],
    ['other JSON', { status: 200, ...type('text/json5'), body: '[]' }, [], '200 with text/json5 instead of JSON'],
    ['an error in plain text', { status: 403, ...type('text/html'), body: 'no' }, 'no', unknownProblem],
    ['an error in other JSON', { status: 403, body: { error: 1 } }, { error: 1 }, unknownProblem],
    ['a redirect', { status: 301, headers: { Location: '/x' } }, undefined, redirect],
  ])('is %s', async (_, response, body, detail) => {
    const { client } = await scriptedService([response])
    const result = await client.listLamps()
    expect(result).toMatchObject({ ok: false, status: 'unexpected', detail })
    expect(result).toHaveProperty('body', body)
    expect(result.response.status).toBe(response.status)
  })

  // The last problem is in x-http-responses: any request can get it, and no operation documents it.
  it.each<[CalledOperation, number, ...Parameters<typeof problem>]>([
    ['listLamps', 403, 403, 'collection-frozen'],
    ['listLamps', 403, 403, 'not-found'],
    ['listLamps', 502, 502, 'bad-gateway'],
    ['createLamp', 405, 405, 'method-not-allowed'],
  ])('to %s with the status %i has the problem in its body: %i %s', async (operation, status, ...members) => {
    const page = { status: 502, ...type('text/html'), body: 'x' }
    const { client } = await scriptedService([{ status, body: problem(...members) }, page])
    const result = await calls[operation](client)
    expect(result).toMatchObject({ ok: false, status: 'unexpected', problem: problem(...members) })
    expect(result.response.status).toBe(status)
    expect(await calls[operation](client)).toHaveProperty('problem', undefined)
  })

  const scopeProblem = problem(403, 'insufficient-scope')
  it.each<[string, ScriptedResponse, expected: object | undefined]>([
    ['no members', { status: 502, body: {} }, { type: 'about:blank', status: 502 }],
    [
      'some members, and extension members',
      { status: 503, body: { title: 'Overloaded', detail: 'Later.', zone: 'a' } },
      { type: 'about:blank', title: 'Overloaded', status: 503, detail: 'Later.', zone: 'a' },
    ],
    [
      'members of another type',
      { status: 403, body: { type: null, title: 1, status: '403', detail: ['x'], instance: {} } },
      { type: 'about:blank', status: 403, title: undefined, detail: undefined, instance: undefined },
    ],
    ['a type, no title', { status: 403, body: { ...scopeProblem, title: undefined } }, { type: scopeProblem.type }],
    ['a different status', { status: 502, body: { status: 503 } }, { type: 'about:blank', status: 503 }],
    ['a list', { status: 403, body: [scopeProblem] }, undefined],
    ['null', { status: 403, body: 'null' }, undefined],
    ['a string', { status: 403, body: '"x"' }, undefined],
    ['the media type of JSON', { status: 502, ...type('application/json'), body: { title: 'x' } }, undefined],
    ['JSON with a type only', { status: 502, ...type('application/json'), body: { type: 'a:b' } }, undefined],
    ['a parameter', { status: 502, ...type('Application/Problem+JSON ; charset=utf-8'), body: {} }, { status: 502 }],
    ['a different media type', { status: 502, ...type('x-application/problem+json'), body: {} }, undefined],
  ])('of a gateway can have a problem, or none: with %s', async (_, response, expected) => {
    const { client } = await scriptedService([response])
    const result = await client.listLamps()
    expect(result.status).toBe('unexpected')
    if (expected === undefined) expect(result).toHaveProperty('problem', undefined)
    else expect(result).toMatchObject({ problem: expected, response: { status: response.status } })
  })

  it.each([
    [202, 'unknown'],
    [301, 'unknown'],
    [409, 'unchanged'],
    [502, 'unknown'],
  ])('to a deletion with the status %i has the outcome %s', async (status, outcome) => {
    const { client } = await scriptedService([{ status }])
    expect(await calls.deleteLamp(client)).toMatchObject({ status: 'unexpected', outcome })
  })
})

describe('a response that is too large', () => {
  it('is read up to the default limit of 8 MiB, then its connection is closed', async () => {
    let isClosed = false
    const { client, url, requests } = await scriptedService((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': String(10 * 2 ** 30) })
      response.write(Buffer.alloc(2 ** 23 + 1, ' '))
      response.on('close', () => {
        isClosed = true
      })
      return undefined
    })
    const error: unknown = await client.listLamps({ retry: {} }).catch((reason) => reason)
    expect(error).toBeInstanceOf(ResponseTooLargeError)
    const message = `listLamps (${url}/lamps, attempt 1): the response has more than 8388608 bytes`
    expect(String(error)).toBe(`ResponseTooLargeError: ${message}`)
    await expect.poll(() => isClosed).toBe(true)
    expect(requests).toHaveLength(1)
  })

  it('has more bytes than bodyLimitBytes, whatever its status; the outcome is unknown', async () => {
    const body = 'ä'.repeat(50)
    const script = [body, `${body}ä`].map((body) => ({ status: 404, body }))
    const { client } = await scriptedService(script, { bodyLimitBytes: 100 })
    expect(await calls.deleteLamp(client)).toMatchObject({ status: 'unexpected', body })
    await expect(calls.deleteLamp(client)).rejects.toMatchObject({ name: 'ResponseTooLargeError', outcome: 'unknown' })
  })
})

it('a response can arrive in chunks that split a character', async () => {
  const { client } = await scriptedService((_, response) => {
    const [start, end] = [Buffer.from('"\xc3', 'latin1'), Buffer.from('\xa4"', 'latin1')]
    response.writeHead(404).write(start, () => setTimeout(() => response.end(end), 20))
    return undefined
  })
  expect(await calls.deleteLamp(client)).toMatchObject({ body: 'ä' })
})

/** A fetch whose responses have no stream, as in React Native. */
const fetchWithoutStream = async (request: Request) =>
  Object.defineProperty(await fetch(request), 'body', { value: undefined })

it('a response without a stream can be read, up to the limit', async () => {
  const script = [{ status: 200, body: [] }, { status: 204 }, { status: 404, body: ' '.repeat(101) }]
  const { client } = await scriptedService(script, { fetch: fetchWithoutStream, bodyLimitBytes: 100 })
  expect(await calls.listLamps(client)).toMatchObject({ ok: true, body: [] })
  expect(await calls.deleteLamp(client)).toMatchObject({ ok: true, status: 204 })
  await expect(calls.deleteLamp(client)).rejects.toMatchObject({ name: 'ResponseTooLargeError' })
})

it('onDeprecation gets only the calls whose response has Deprecation, with its date and that of Sunset', async () => {
  // A date without a UTC offset is in UTC, whatever the time zone of the client.
  vi.stubEnv('TZ', 'America/New_York')
  onTestFinished(() => void vi.unstubAllEnvs())
  const sunset = 'Mon, 22 Nov 2027 00:00:00 GMT'
  const rows: [headers: Record<string, string>, dates?: object][] = [
    [{ Sunset: sunset }],
    [
      { Deprecation: '@1795305600', Sunset: sunset },
      { since: new Date('2026-11-22'), sunset: new Date('2027-11-22') },
    ],
    [
      { Deprecation: '@0', Sunset: 'Mon Nov 22 00:00:00 2027' },
      { since: new Date(0), sunset: new Date('2027-11-22') },
    ],
    // The value in an early draft of RFC 9745.
    [{ Deprecation: 'true' }, {}],
    [{ Deprecation: '@0', Sunset: 'soon' }, { since: new Date(0) }],
    [{}],
  ]
  const deprecated: DeprecatedCall[] = []
  const script = rows.map(([headers]) => ({ status: 200, headers, body: [] }))
  const { client, url } = await scriptedService(script, { onDeprecation: (call) => deprecated.push(call) })
  for (const _ of rows) await client.listLamps()
  const call = { operation: 'listLamps', url: `${url}/lamps`, attempt: 1 }
  expect(deprecated).toEqual(rows.flatMap(([, dates]) => (dates ? [{ ...call, ...dates }] : [])))
})

describe('a throwing client', () => {
  it('resolves to a successful response', async () => {
    const { client } = await scriptedService([
      { status: 200, headers: { ETag: etag }, body: ceiling },
      { status: 204 },
      { status: 200, body: [ceiling] },
    ])
    const lamps = orThrow(client)
    const { body, headers } = await lamps.getLamp({ path })
    expect({ body, etag: headers.etag }).toEqual({ body: ceiling, etag })
    expect((await lamps.deleteLamp({ path })).status).toBe(204)
    expect(await Array.fromAsync(lamps.allItems('listLamps'))).toEqual([ceiling])
    expectTypeOf(body).toEqualTypeOf<Lamp>()
    expectTypeOf(lamps.createLamp).returns.resolves.toEqualTypeOf<SuccessOf<'createLamp'>>()
  })

  it('rejects with a ProblemError for a documented problem, narrowed by its type or status', async () => {
    const { client, url } = await scriptedService([problemResponse(404, 'not-found')])
    const call = orThrow(client).updateLamp({ path, body: {} })
    const error: unknown = await call.catch((reason) => reason)
    if (!(error instanceof ProblemError)) throw error
    expect(error).toMatchObject({ operation: 'updateLamp', url: `${url}/lamps/${path.id}`, attempt: 1, status: 404 })
    expect(error).toMatchObject({ problem: problem(404, 'not-found'), outcome: 'unchanged' })
    expect([fieldErrorsOf(error), fieldErrorsOf(new Error('broken'))]).toEqual([{}, {}])
    if (error.problem.type === 'tag:rooms.example,2026:not-found')
      expectTypeOf(error.problem.status).toEqualTypeOf<404>()
    if (error.status === 400) expectTypeOf(error.problem.errors).toEqualTypeOf<FieldError[]>()
    if (error.status !== 400) expectTypeOf(error.problem).not.toHaveProperty('errors')
  })

  it('rejects with an UnexpectedResponseError for any other response', async () => {
    const { client } = await scriptedService([{ status: 502 }, { status: 304 }])
    const call = orThrow(client).createLamp({ body: { name: 'Desk' } })
    await expect(call).rejects.toBeInstanceOf(UnexpectedResponseError)
    const result = { response: { status: 502 } }
    await expect(call).rejects.toMatchObject({ name: 'UnexpectedResponseError', outcome: 'unknown', result })
    await expect(orThrow(client).getLamp({ path })).rejects.toBeInstanceOf(UnexpectedResponseError)
  })

  it('takes the input of the client, except If-None-Match of a read', () => {
    expectTypeOf((lamps: ThrowingClient) => [
      lamps.deleteLamp({ path, header: { 'If-Match': etag }, retry: false }),
      lamps.getLamp({ path, header: { 'If-Match': etag } }),
      // @ts-expect-error the response would be a 304, which is not a successful response
      lamps.getLamp({ path, header: { 'If-None-Match': etag } }),
      // @ts-expect-error the response would be a 304, which is not a successful response
      lamps.listLamps({ header: { 'If-None-Match': etag } }),
    ]).toBeFunction()
  })
})
