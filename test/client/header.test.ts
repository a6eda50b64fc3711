import type { Input, PlantClient } from '@plant-collection/client'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { etag, monstera } from '../support/contract-examples.ts'
import { scriptedService } from '../support/scripted-service.ts'

const path = { id: monstera.id }
const body = { name: 'Fern' }

describe('a request', () => {
  it.each<[string, string, (client: PlantClient) => Promise<unknown>]>([
    ['if-none-match', etag, (client) => client.listPlants({ header: { 'If-None-Match': etag } })],
    ['if-none-match', etag, (client) => client.getPlant({ path, header: { 'If-None-Match': etag } })],
    ['if-match', etag, (client) => client.updatePlant({ path, header: { 'If-Match': etag }, body: { tag: null } })],
    ['if-match', '*', (client) => client.deletePlant({ path, header: { 'If-Match': '*' } })],
    ['idempotency-key', 'k-1', (client) => client.createPlant({ header: { 'Idempotency-Key': 'k-1' }, body })],
  ])('has the header %s that was given: %s', async (name, value, call) => {
    const { client, sent } = await scriptedService([{ status: 599 }])
    await call(client)
    expect(sent[0]?.headers).toMatchObject({ [name]: value, authorization: 'Bearer a.b.c' })
  })

  it('has none of these headers unasked', async () => {
    const { client, sent } = await scriptedService([])
    await client.listPlants()
    await client.listPlants({ header: {} })
    await client.updatePlant({ path, body: {} })
    await client.createPlant({ body })
    const names = sent.flatMap(({ headers }) => Object.keys(headers))
    expect(sent).toHaveLength(4)
    expect(names.filter((name) => /^if-|^idempotency-/.test(name))).toEqual([])
    expectTypeOf<Input<'listPlants'>['header']>().toEqualTypeOf<{ 'If-None-Match'?: string } | undefined>()
    expectTypeOf<Input<'getPlant'>['header']>().toEqualTypeOf<{ 'If-None-Match'?: string } | undefined>()
    expectTypeOf<Input<'updatePlant'>['header']>().toEqualTypeOf<{ 'If-Match'?: string } | undefined>()
    expectTypeOf<Input<'deletePlant'>['header']>().toEqualTypeOf<{ 'If-Match'?: string } | undefined>()
    expectTypeOf<Input<'createPlant'>['header']>().toEqualTypeOf<{ 'Idempotency-Key'?: string } | undefined>()
  })

  it('does not compile with a header that is not of the operation', () => {
    const wrong = (client: PlantClient) => [
      // @ts-expect-error If-Match is of changes, not of lists
      client.listPlants({ header: { 'If-Match': etag } }),
      // @ts-expect-error a creation has no If-Match
      client.createPlant({ header: { 'If-Match': etag }, body }),
      // @ts-expect-error the client sets Authorization itself
      client.listPlants({ header: { Authorization: 'Bearer x' } }),
      // @ts-expect-error a header is text
      client.createPlant({ header: { 'Idempotency-Key': 1 }, body }),
    ]
    expect(wrong).toBeTypeOf('function')
  })
})
