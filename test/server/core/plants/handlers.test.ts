// These tests are run by the compiler (`make check`): what must not compile is marked so, and an unneeded mark is an
// error of its own.
import { describe, expectTypeOf, it } from 'vitest'
import type { Handlers, Input, Result } from '../../../../server/core/plants/handlers.ts'

const plant = { id: '', name: '', tag: '', createdAt: '', updatedAt: '' }

describe('typed operations', () => {
  it('hand in parameters and bodies with their defaults filled in', () => {
    expectTypeOf<Input<'listPlants'>['query']['limit']>().toEqualTypeOf<number>()
    expectTypeOf<Input<'listPlants'>['query']['cursor']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<Input<'createPlant'>['body']['tag']>().toEqualTypeOf<string>()
    expectTypeOf<Input<'deletePlant'>['path']['id']>().toEqualTypeOf<string>()
  })

  it('refuse a missing handler', () => {
    const some = { listPlants: async () => ({ status: 200 as const, body: [] }) }
    // @ts-expect-error all others are missing
    const all: Handlers = some
    void all
  })

  it('refuse a handler that no operation has', () => {
    // @ts-expect-error there is no waterPlant
    expectTypeOf<Handlers['waterPlant']>()
  })

  it('take the documented answers', () => {
    const answers: Result<'listPlants'>[] = [
      { status: 200, body: [plant] },
      { status: 200, body: [], headers: { Link: '<?cursor=x>; rel="next"' } },
    ]
    const gone: Result<'deletePlant'> = { status: 204 }
    void [answers, gone]
  })

  it('refuse an undocumented status', () => {
    // @ts-expect-error 202 is not documented
    const answer: Result<'listPlants'> = { status: 202, body: [] }
    void answer
  })

  it('refuse a wrong body, a missing one, and one where there is none', () => {
    // @ts-expect-error a name is a string
    const wrong: Result<'listPlants'> = { status: 200, body: [{ ...plant, name: 1 }] }
    // @ts-expect-error a list has a body
    const missing: Result<'listPlants'> = { status: 200 }
    // @ts-expect-error a deletion has no body
    const superfluous: Result<'deletePlant'> = { status: 204, body: plant }
    void [wrong, missing, superfluous]
  })

  it('refuse a forgotten header, and one that is not documented', () => {
    // @ts-expect-error Location is required
    const forgotten: Result<'createPlant'> = { status: 201, body: plant, headers: {} }
    // @ts-expect-error as is any of its headers
    const empty: Result<'createPlant'> = { status: 201, body: plant, headers: {} }
    // @ts-expect-error so there must be headers
    const none: Result<'createPlant'> = { status: 201, body: plant }
    // @ts-expect-error X-Secret is not documented
    const undocumented: Result<'listPlants'> = { status: 200, body: [], headers: { 'X-Secret': '1' } }
    void [forgotten, empty, none, undocumented]
  })
})
