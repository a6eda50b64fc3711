import { describe, expect, expectTypeOf, it } from 'vitest'
import { ceiling, etag, path, problem, stairs } from '../support/contract-examples.ts'
import {
  type FieldError,
  type Lamp,
  orThrow,
  type Page,
  ProblemError,
  type SuccessOf,
  type ThrowingClient,
  UnexpectedResponseError,
} from '../support/lamp-client.ts'
import { problemResponse, scriptedService } from '../support/scripted-service.ts'

describe('a throwing client', () => {
  it('resolves to a success', async () => {
    const { client } = await scriptedService([
      { status: 200, headers: { ETag: etag }, body: ceiling },
      { status: 201, body: stairs },
      { status: 204 },
      { status: 200, body: [ceiling] },
      { status: 200, body: [ceiling] },
    ])
    const lamps = orThrow(client)
    const { body, headers } = await lamps.getLamp({ path })
    expect({ body, etag: headers.etag }).toEqual({ body: ceiling, etag })
    expect((await lamps.createLamp({ body: { name: 'Desk' } })).body).toEqual(stairs)
    expect((await lamps.deleteLamp({ path })).status).toBe(204)
    expect((await lamps.listLamps()).body).toEqual([ceiling])
    expect(await Array.fromAsync(lamps.allItems('listLamps'))).toEqual([ceiling])
    expectTypeOf(body).toEqualTypeOf<Lamp>()
    expectTypeOf(lamps.listLamps).returns.resolves.toEqualTypeOf<Page>()
    expectTypeOf(lamps.createLamp).returns.resolves.toEqualTypeOf<SuccessOf<'createLamp'>>()
  })

  it('rejects with a ProblemError for a documented problem, narrowed by its type or status', async () => {
    const { client, url } = await scriptedService([problemResponse(404, 'not-found')])
    const call = orThrow(client).updateLamp({ path, body: {} })
    const error: unknown = await call.catch((reason) => reason)
    if (!(error instanceof ProblemError)) throw error
    expect(error).toMatchObject({ operation: 'updateLamp', url: `${url}/lamps/${path.id}`, attempt: 1, status: 404 })
    expect(error).toMatchObject({ problem: problem(404, 'not-found'), outcome: 'unchanged' })
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

  it('takes the input of the client, except If-None-Match and If-Modified-Since of a read', () => {
    expectTypeOf((lamps: ThrowingClient) => [
      lamps.deleteLamp({ path, header: { 'If-Match': etag }, retry: false }),
      lamps.getLamp({ path, header: { 'If-Match': etag } }),
      // @ts-expect-error the response would be a 304, which is not a success
      lamps.getLamp({ path, header: { 'If-None-Match': etag } }),
      // @ts-expect-error the response would be a 304, which is not a success
      lamps.getLamp({ path, header: { 'If-Modified-Since': 'Thu, 20 Nov 2025 09:00:00 GMT' } }),
      // @ts-expect-error the response would be a 304, which is not a success
      lamps.listLamps({ header: { 'If-None-Match': etag } }),
    ]).toBeFunction()
  })
})
