// These tests are run by the compiler (`make check`): what must not compile is marked so, and an unneeded mark is an
// error of its own.
import { describe, expectTypeOf, it } from 'vitest'
import type { Answer, Input, Operations } from '../../server/contract/typed-operations.ts'

const plant = { id: '', name: '', tag: '', createdAt: '', updatedAt: '' }

describe('typed operations', () => {
  it('hand in parameters and bodies with their defaults filled in', () => {
    expectTypeOf<Input<'listPlants'>['query']['limit']>().toEqualTypeOf<number>()
    expectTypeOf<Input<'listPlants'>['query']['cursor']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<Input<'createPlant'>['body']['tag']>().toEqualTypeOf<string>()
    expectTypeOf<Input<'deletePlant'>['path']['id']>().toEqualTypeOf<string>()
  })

  it('refuse a missing handler', () => {
    const some = { listPlants: async () => ({ status: 304 as const, headers: { ETag: '""' } }) }
    // @ts-expect-error all others are missing
    const all: Operations = some
    void all
  })

  it('refuse a handler that no operation has', () => {
    // @ts-expect-error there is no waterPlant
    expectTypeOf<Operations['waterPlant']>()
  })

  it('take the documented answers', () => {
    const answers: Answer<'listPlants'>[] = [
      { status: 200, body: [plant], headers: { ETag: '""' } },
      { status: 200, body: [], headers: { ETag: '""', Link: '<?cursor=x>; rel="next"' } },
      { status: 304, headers: { ETag: '""' } },
    ]
    const gone: Answer<'deletePlant'> = { status: 204 }
    void [answers, gone]
  })

  it('refuse an undocumented status', () => {
    // @ts-expect-error 202 is not documented
    const answer: Answer<'listPlants'> = { status: 202, body: [], headers: { ETag: '""' } }
    void answer
  })

  it('refuse a wrong body, a missing one, and one where there is none', () => {
    // @ts-expect-error a name is a string
    const wrong: Answer<'listPlants'> = { status: 200, body: [{ ...plant, name: 1 }], headers: { ETag: '""' } }
    // @ts-expect-error a list has a body
    const missing: Answer<'listPlants'> = { status: 200, headers: { ETag: '""' } }
    // @ts-expect-error a deletion has no body
    const superfluous: Answer<'deletePlant'> = { status: 204, body: plant }
    void [wrong, missing, superfluous]
  })

  it('refuse a forgotten header, and one that is not documented', () => {
    // @ts-expect-error Location is required
    const forgotten: Answer<'createPlant'> = { status: 201, body: plant, headers: { ETag: '""' } }
    // @ts-expect-error as is any of its headers
    const empty: Answer<'createPlant'> = { status: 201, body: plant, headers: {} }
    // @ts-expect-error so there must be headers
    const none: Answer<'createPlant'> = { status: 201, body: plant }
    // @ts-expect-error X-Secret is not documented
    const undocumented: Answer<'listPlants'> = { status: 200, body: [], headers: { ETag: '""', 'X-Secret': '1' } }
    void [forgotten, empty, none, undocumented]
  })
})
