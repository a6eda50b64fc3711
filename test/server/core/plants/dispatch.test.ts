// The compiler runs these tests (`make check`): a line that must not compile has a mark, and a mark without need is an error.
import { describe, expectTypeOf, it } from 'vitest'
import type { Handlers, Input, Result } from '../../../../server/core/plants/dispatch.ts'

const plant = { id: '', name: '', tag: '', createdAt: '', updatedAt: '' }

describe('the types of handlers', () => {
  it('have the defaults of parameters filled in', () => {
    expectTypeOf<Input<'listPlants'>['query']['limit']>().toEqualTypeOf<number>()
    expectTypeOf<Input<'listPlants'>['query']['cursor']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<Input<'createPlant'>['body']['tag']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<Input<'deletePlant'>['path']['id']>().toEqualTypeOf<string>()
  })

  it('require one handler for each operation, and no other', () => {
    const some = { listPlants: async () => ({ status: 200 as const, body: [] }) }
    // @ts-expect-error: the other operations have no handler
    const all: Handlers = some
    void all
    // @ts-expect-error: no operation is called waterPlant
    expectTypeOf<Handlers['waterPlant']>()
  })

  it('accept the documented results only', () => {
    const results: Result<'listPlants'>[] = [
      { status: 200, body: [plant] },
      { status: 200, body: [], headers: { Link: '<?cursor=x>; rel="next"' } },
      // @ts-expect-error: 202 is not documented
      { status: 202, body: [] },
      // @ts-expect-error: a name is a string
      { status: 200, body: [{ ...plant, name: 1 }] },
      // @ts-expect-error: a list has a body
      { status: 200 },
      // @ts-expect-error: X-Secret is not documented
      { status: 200, body: [], headers: { 'X-Secret': '1' } },
    ]
    const deleted: Result<'deletePlant'>[] = [
      { status: 204 },
      // @ts-expect-error: a deletion has no body
      { status: 204, body: plant },
    ]
    const created: Result<'createPlant'>[] = [
      { status: 201, body: plant, headers: { Location: 'plants/x' } },
      // @ts-expect-error: Location is required
      { status: 201, body: plant, headers: {} },
      // @ts-expect-error: headers are required
      { status: 201, body: plant },
    ]
    void [results, deleted, created]
  })
})
