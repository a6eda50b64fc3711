// The problems of x-http-responses: any request may get them, and no operation documents them.

import { describe, expect, it } from 'vitest'
import { problem } from '../support/contract-examples.ts'
import { scriptedService } from '../support/scripted-service.ts'

describe('a problem of HTTP itself', () => {
  it.each([
    [400, 'malformed-request'],
    [404, 'not-found'],
    [405, 'method-not-allowed'],
    [408, 'request-timeout'],
    [414, 'uri-too-long'],
    [417, 'expectation-failed'],
    [431, 'header-fields-too-large'],
  ])('is unexpected, with its problem: %i %s', async (status, type) => {
    const body = problem(status, `/problems/${type}`)
    const { client } = await scriptedService([{ status, body }])
    const result = await client.createPlant({ body: { name: 'Fern' } })
    expect(result).toMatchObject({ ok: false, status: 'unexpected', problem: body })
    expect(result.response.status).toBe(status)
  })

  it('is not taken for the documented one with its status, which has more', async () => {
    const body = problem(400, '/problems/malformed-request')
    const { client } = await scriptedService([{ status: 400, body }])
    const result = await client.listPlants()
    expect(result).toMatchObject({ detail: '400 without a problem that this client knows', problem: body })
    expect(result.status === 400 ? result.problem.errors : 'unexpected').toBe('unexpected')
  })
})
