import { describe, expect, it } from 'vitest'
import type { BodyKind, OperationData } from '../../client/contract.ts'
import { readResponse } from '../../client/response.ts'
import { type CalledOperation, calls, problem } from '../support/contract-examples.ts'
import { problemResponse, type ScriptedResponse, scriptedService } from '../support/scripted-service.ts'

const as = (mediaType: string) => ({ headers: { 'Content-Type': mediaType } })
const redirect = '301 is a redirect, which is not followed. Set baseUrl to the service address'
const undocumented = 'is not a documented status'
const unknownProblem = '403 without a problem that this client knows'

it('the parameters of a media type do not count', async () => {
  const { client } = await scriptedService([{ status: 200, ...as('application/json; charset=utf-8; v=2'), body: [] }])
  expect(await client.listLamps()).toMatchObject({ ok: true, status: 200, body: [] })
})

describe('an unexpected response', () => {
  it.each<[string, ScriptedResponse, body: unknown, detail: string]>([
    ['an undocumented problem', problemResponse(404, 'not-found'), problem(404, 'not-found'), `404 ${undocumented}`],
    ['an undocumented success', { status: 202, body: { a: 1 } }, { a: 1 }, `202 ${undocumented}`],
    ['the page of a gateway', { status: 502, ...as('text/html'), body: '<p>' }, '<p>', `502 ${undocumented}`],
    ['a login page', { status: 200, ...as('text/html'), body: '<p>' }, '<p>', '200 with text/html instead of JSON'],
    ['broken JSON', { status: 200, body: '[{' }, '[{', '200 with a body that is not JSON'],
    ['no body at all', { status: 200, ...as('application/json') }, undefined, '200 with a body that is not JSON'],
    ['other JSON', { status: 200, ...as('text/json5'), body: '[]' }, [], '200 with text/json5 instead of JSON'],
    ['an error in plain text', { status: 403, ...as('text/html'), body: 'no' }, 'no', unknownProblem],
    ['an error in other JSON', { status: 403, body: { error: 1 } }, { error: 1 }, unknownProblem],
    ['a redirect', { status: 301, headers: { Location: '/x' } }, undefined, redirect],
  ])('is %s', async (_, response, body, detail) => {
    const { client } = await scriptedService([response])
    const result = await client.listLamps()
    expect(result).toMatchObject({ ok: false, status: 'unexpected', detail })
    expect(result).toHaveProperty('body', body)
    expect(result.response.status).toBe(response.status)
  })

  // The last one is in x-http-responses: any request can get it, and no operation documents it.
  it.each<[CalledOperation, number, ...Parameters<typeof problem>]>([
    ['listLamps', 403, 403, 'collection-frozen'],
    ['listLamps', 403, 403, 'not-found'],
    ['listLamps', 502, 502, 'bad-gateway'],
    ['createLamp', 405, 405, 'method-not-allowed'],
  ])('of %s with the status %i has the problem of its body: %i %s', async (operation, status, ...members) => {
    const page = { status: 502, ...as('text/html'), body: 'x' }
    const { client } = await scriptedService([{ status, body: problem(...members) }, page])
    const result = await calls[operation](client)
    expect(result).toMatchObject({ ok: false, status: 'unexpected', problem: problem(...members) })
    expect(result.response.status).toBe(status)
    expect(await calls[operation](client)).toHaveProperty('problem', undefined)
  })

  const whole = problem(403, 'insufficient-scope')
  it.each<[string, ScriptedResponse, expected: object | undefined]>([
    ['no members', { status: 502, body: {} }, { type: 'about:blank', status: 502 }],
    [
      'some members, and others',
      { status: 503, body: { title: 'Overloaded', detail: 'Later.', zone: 'a' } },
      { type: 'about:blank', title: 'Overloaded', status: 503, detail: 'Later.', zone: 'a' },
    ],
    [
      'members of another type',
      { status: 403, body: { type: null, title: 1, status: '403', detail: ['x'], instance: {} } },
      { type: 'about:blank', status: 403, title: undefined, detail: undefined, instance: undefined },
    ],
    ['a documented type without a title', { status: 403, body: { ...whole, title: undefined } }, { type: whole.type }],
    ['a list', { status: 403, body: [whole] }, undefined],
    ['a string', { status: 403, body: '"x"' }, undefined],
    ['the media type of JSON', { status: 502, ...as('application/json'), body: { title: 'x' } }, undefined],
    ['a parameter', { status: 502, ...as('Application/Problem+JSON ; charset=utf-8'), body: {} }, { status: 502 }],
    ['another media type', { status: 502, ...as('x-application/problem+json'), body: {} }, undefined],
  ])('of a gateway can have a problem with %s', async (_, response, expected) => {
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

describe('a documented response', () => {
  const bytes = new Uint8Array([1])
  const type = (kind: string): BodyKind => `tag:rooms.example,2026:${kind}`
  const problemJson = 'application/problem+json'
  const read = (responses: OperationData['responses'], status: number, mediaType: string, text: string) =>
    readResponse(
      { method: 'post', path: '/', responses },
      {
        call: { operation: 'o', url: '', attempt: 1 },
        status,
        headers: new Headers({ 'Content-Type': mediaType }),
        text,
        bytes,
        response: new Response(),
        earlierOutcome: 'unchanged',
      },
    )

  it.each<[OperationData['responses'], status: number, mediaType: string, text: string, expected: object]>([
    [{ 409: 'text' }, 409, 'text/plain', 'no', { ok: false, status: 409, outcome: 'unchanged', body: 'no' }],
    [{ 503: 'text' }, 503, 'text/plain', 'no', { ok: false, status: 503, outcome: 'unchanged', body: 'no' }],
    [{ 500: 'text' }, 500, 'text/plain', 'no', { ok: false, status: 500, outcome: 'unknown', body: 'no' }],
    [{ 200: ['json', 'text'] }, 200, 'text/csv', '1', { ok: true, status: 200, body: '1' }],
    [{ 200: ['text', 'json'] }, 200, 'application/json', '1', { ok: true, status: 200, body: 1 }],
    [{ 200: ['json', 'bytes'] }, 200, 'image/png', '1', { ok: true, status: 200, body: bytes }],
    [{ '4XX': 'text', default: 'json' }, 409, 'text/plain', 'no', { ok: false, status: '4XX', body: 'no' }],
    [{ '4XX': 'text', default: 'json' }, 200, 'application/json', '1', { ok: true, status: 'default', body: 1 }],
    ...['a', 'b'].map((kind): [OperationData['responses'], number, string, string, object] => [
      { 409: [type('a'), type('b')] },
      409,
      problemJson,
      JSON.stringify(problem(409, kind)),
      { ok: false, status: 409, outcome: 'unchanged', problem: problem(409, kind) },
    ]),
    [{ 409: ['json', type('b')] }, 409, problemJson, JSON.stringify(problem(409, 'b')), { problem: problem(409, 'b') }],
  ])('of %j with the status %i and %s has its body: %s', (responses, status, mediaType, text, expected) => {
    expect(read(responses, status, mediaType, text)).toMatchObject(expected)
  })
})
