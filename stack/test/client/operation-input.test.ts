// Types only: `tsc` checks these tests. lab/package/consumer/entries.ts has other mistakes, for each compiler.

import { describe, expectTypeOf, it } from 'vitest'
import { ceiling, etag, path } from '../support/contract-examples.ts'
import type { Input, LampClient, LampDraft, LampPatch, OperationId } from '../support/lamp-client.ts'

const body = { name: 'Desk' }

describe('the input of an operation', () => {
  it('has the parameters and the body of the contract, and a signal', () => {
    expectTypeOf<Input<'listLamps'>['query']>().toEqualTypeOf<
      { limit?: number; after?: string; tag?: string } | undefined
    >()
    expectTypeOf<Input<'deleteLamp'>['path']>().toEqualTypeOf<{ id: string }>()
    expectTypeOf<Input<'createLamp'>['body']>().toEqualTypeOf<LampDraft>()
    expectTypeOf<Pick<LampDraft, 'name' | 'tag'>>().toEqualTypeOf<{ name: string; tag?: string }>()
    expectTypeOf<Input<'updateLamp'>['body']>().toEqualTypeOf<LampPatch>()
    expectTypeOf<Pick<LampPatch, 'name' | 'tag'>>().toEqualTypeOf<{ name?: string; tag?: string | null }>()
    expectTypeOf<Input<'listLamps'>['header']>().toEqualTypeOf<
      { 'If-Match'?: string; 'If-None-Match'?: string } | undefined
    >()
    expectTypeOf<Input<'updateLamp' | 'deleteLamp'>['header']>().toEqualTypeOf<
      { 'If-Match'?: string; 'If-None-Match'?: string; 'If-Unmodified-Since'?: string } | undefined
    >()
    expectTypeOf<Input<'createLamp'>['header']>().toEqualTypeOf<
      { 'Idempotency-Key'?: string; 'If-Match'?: string; 'If-None-Match'?: string } | undefined
    >()
    expectTypeOf<Input<OperationId>['signal']>().toEqualTypeOf<AbortSignal | undefined>()
  })

  it('does not compile with a mistake', () => {
    expectTypeOf((client: LampClient) => [
      // @ts-expect-error a body is required
      client.createLamp(),
      // @ts-expect-error createLamp has no query
      client.createLamp({ body, query: { limit: 2 } }),
      // @ts-expect-error offset is not a parameter
      client.listLamps({ query: { offset: 2 } }),
      // @ts-expect-error listLamps has no body
      client.listLamps({ body: {} }),
      // @ts-expect-error an update has no id in its body
      client.updateLamp({ path, body: { id: ceiling.id } }),
      // @ts-expect-error a name cannot be null
      client.updateLamp({ path, body: { name: null } }),
      // @ts-expect-error an update needs a body
      client.updateLamp({ path }),
      // @ts-expect-error the id belongs into path
      client.deleteLamp({ id: ceiling.id }),
      // @ts-expect-error parseAs is an option of openapi-fetch, and not of this client
      client.listLamps({ parseAs: 'text' }),
      // @ts-expect-error a list does not take Idempotency-Key
      client.listLamps({ header: { 'Idempotency-Key': etag } }),
      // @ts-expect-error the client sets Authorization itself
      client.listLamps({ header: { Authorization: 'Bearer x' } }),
      // @ts-expect-error signal is a signal, not its controller
      client.listLamps({ signal: new AbortController() }),
    ]).toBeFunction()
  })
})
