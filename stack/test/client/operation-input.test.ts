// Types only: `tsc` checks these tests. lab/package/consumer/entries.ts has other mistakes, for each compiler.
import type { Input, OperationId, PlantClient, PlantDraft, PlantPatch } from '@plant-collection/client'
import { describe, expectTypeOf, it } from 'vitest'
import { etag, monstera, path } from '../../../test/support/contract-examples.ts'

const body = { name: 'Fern' }

describe('the input of an operation', () => {
  it('has the parameters and the body of the contract, and a signal', () => {
    expectTypeOf<Input<'listPlants'>['query']>().toEqualTypeOf<
      { limit?: number; after?: string; tag?: string } | undefined
    >()
    expectTypeOf<Input<'deletePlant'>['path']>().toEqualTypeOf<{ id: string }>()
    expectTypeOf<Input<'createPlant'>['body']>().toEqualTypeOf<PlantDraft>()
    expectTypeOf<Pick<PlantDraft, 'name' | 'tag'>>().toEqualTypeOf<{ name: string; tag?: string }>()
    expectTypeOf<Input<'updatePlant'>['body']>().toEqualTypeOf<PlantPatch>()
    expectTypeOf<Pick<PlantPatch, 'name' | 'tag'>>().toEqualTypeOf<{ name?: string; tag?: string | null }>()
    expectTypeOf<Input<'listPlants'>['header']>().toEqualTypeOf<
      { 'If-Match'?: string; 'If-None-Match'?: string } | undefined
    >()
    expectTypeOf<Input<'updatePlant' | 'deletePlant'>['header']>().toEqualTypeOf<
      { 'If-Match'?: string; 'If-None-Match'?: string; 'If-Unmodified-Since'?: string } | undefined
    >()
    expectTypeOf<Input<'createPlant'>['header']>().toEqualTypeOf<
      { 'Idempotency-Key'?: string; 'If-Match'?: string; 'If-None-Match'?: string } | undefined
    >()
    expectTypeOf<Input<OperationId>['signal']>().toEqualTypeOf<AbortSignal | undefined>()
  })

  it('does not compile with a mistake', () => {
    expectTypeOf((client: PlantClient) => [
      // @ts-expect-error a body is required
      client.createPlant(),
      // @ts-expect-error createPlant has no query
      client.createPlant({ body, query: { limit: 2 } }),
      // @ts-expect-error offset is not a parameter
      client.listPlants({ query: { offset: 2 } }),
      // @ts-expect-error listPlants has no body
      client.listPlants({ body: {} }),
      // @ts-expect-error an update has no id in its body
      client.updatePlant({ path, body: { id: monstera.id } }),
      // @ts-expect-error a name cannot be null
      client.updatePlant({ path, body: { name: null } }),
      // @ts-expect-error an update needs a body
      client.updatePlant({ path }),
      // @ts-expect-error the id belongs into path
      client.deletePlant({ id: monstera.id }),
      // @ts-expect-error parseAs is an option of openapi-fetch, and not of this client
      client.listPlants({ parseAs: 'text' }),
      // @ts-expect-error a list does not take Idempotency-Key
      client.listPlants({ header: { 'Idempotency-Key': etag } }),
      // @ts-expect-error the client sets Authorization itself
      client.listPlants({ header: { Authorization: 'Bearer x' } }),
      // @ts-expect-error signal is a signal, not its controller
      client.listPlants({ signal: new AbortController() }),
    ]).toBeFunction()
  })
})
