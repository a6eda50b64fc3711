import type { Problem, Result, Unexpected } from '@plant-collection/client'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { monstera, notFound, problem } from '../support/contract-examples.ts'
import { type Scripted, scriptedService } from '../support/scripted-service.ts'

const html = { 'Content-Type': 'text/html' }

describe('an unexpected answer', () => {
  it.each<[string, Scripted, body: unknown, detail: string]>([
    ['an undocumented status', { status: 404, body: notFound }, notFound, '404 is not a documented status'],
    ['an undocumented success', { status: 202, body: { a: 1 } }, { a: 1 }, '202 is not a documented status'],
    ['an empty one', { status: 502 }, undefined, '502 is not a documented status'],
    ['a page of a gateway', { status: 502, headers: html, body: '<p>' }, '<p>', '502 is not a documented status'],
    ['a login page', { status: 200, headers: html, body: '<p>' }, '<p>', '200 with text/html instead of JSON'],
    ['JSON that is broken', { status: 200, body: '[{' }, '[{', '200 with a body that is not JSON'],
    [
      'no body at all',
      { status: 200, headers: { 'Content-Type': 'application/json' } },
      undefined,
      '200 with a body that is not JSON',
    ],
    [
      'a refusal in plain text',
      { status: 403, headers: html, body: 'no' },
      'no',
      '403 without a problem that this client knows',
    ],
    [
      'a refusal in other JSON',
      { status: 403, body: { error: 1 } },
      { error: 1 },
      '403 without a problem that this client knows',
    ],
    ['a refusal with null', { status: 403, body: 'null' }, null, '403 without a problem that this client knows'],
    [
      'a redirect',
      { status: 301, headers: { Location: '/x' } },
      undefined,
      '301 is a redirect, which is not followed. Set baseUrl to the address of the service',
    ],
  ])('is %s', async (_, answer, body, detail) => {
    const { client } = await scriptedService([answer])
    const result = await client.listPlants()
    expect(result).toMatchObject({ ok: false, status: 'unexpected', detail })
    expect(result).toHaveProperty('body', body)
    expect(result.response.status).toBe(answer.status)
  })

  it('is a problem type that is newer than this client, though its status is documented', async () => {
    const newer = problem(403, '/problems/collection-frozen')
    const { client } = await scriptedService([{ status: 403, body: newer }])
    const result = await client.listPlants()
    expect(result).toMatchObject({ status: 'unexpected', problem: newer })
  })

  it('is a 304 that the operation does not document', async () => {
    const { client } = await scriptedService([{ status: 304 }])
    const result = await client.deletePlant({ path: { id: monstera.id } })
    expect(result).toMatchObject({ ok: false, status: 'unexpected', detail: '304 is not a documented status' })
  })

  it.each([
    ['of another status and type', notFound],
    ['that says another status', problem(404, '/problems/insufficient-scope')],
    ['whose type goes with another status', problem(403, '/problems/not-found')],
  ])('is, under the status 403, a problem %s', async (_, body) => {
    const { client } = await scriptedService([{ status: 403, body }])
    expect(await client.listPlants()).toMatchObject({ status: 'unexpected', problem: body })
  })

  it('holds the problem, if it is one', async () => {
    const fault = problem(502, '/problems/bad-gateway')
    const { client } = await scriptedService([
      { status: 502, body: fault },
      { status: 502, body: 'x', headers: html },
    ])
    const [first, second] = [await client.listPlants(), await client.listPlants()]
    if (first.status !== 'unexpected' || second.status !== 'unexpected') throw new Error('narrows below')
    expect(first.problem).toEqual(fault)
    expect(second.problem).toBe(undefined)
    expectTypeOf(first.problem).toEqualTypeOf<Problem | undefined>()
    expectTypeOf(first.body).toEqualTypeOf<unknown>()
    expectTypeOf(first.detail).toEqualTypeOf<string>()
  })

  it('is one member, so that a switch over status is complete with a newer server', async () => {
    const say = (result: Result<'deletePlant'>): string => {
      switch (result.status) {
        case 204:
          return 'gone'
        case 400:
          return result.problem.errors.map(({ detail }) => detail).join()
        case 401:
        case 403:
          return 'not allowed'
        case 404:
          return 'not there'
        case 412:
          return 'changed meanwhile'
        case 429:
          return `wait ${result.headers['retry-after']} seconds`
        case 500:
        case 503:
          return result.problem.instance
        case 'unexpected':
          return result.detail
      }
    }
    const { client } = await scriptedService([{ status: 418 }])
    expect(say(await client.deletePlant({ path: { id: monstera.id } }))).toBe('418 is not a documented status')

    // @ts-expect-error a switch that forgets a status does not compile
    const forgetful = (result: Result<'listPlants'>): string => {
      switch (result.status) {
        case 200:
        case 304:
        case 400:
        case 401:
        case 406:
        case 429:
        case 500:
        case 503:
        case 'unexpected':
          return 'known'
      }
    }
    expect(forgetful).toBeTypeOf('function')
    expectTypeOf<Extract<Result<'listPlants'>, { status: 'unexpected' }>>().toEqualTypeOf<Unexpected>()
  })
})
