import { expect, it } from 'vitest'
import { callerOf } from '../../../../support/caller.ts'
import { sharedService } from '../../../../support/shared-service.ts'

const ann = callerOf(await sharedService(), 'ann')

it('deletePlant deletes one plant and returns 204 without a body', async () => {
  const [first, second] = [await ann.create('Fern'), await ann.create('Moss')]
  const { status, text, headers } = await ann.send('DELETE', first.path)
  expect([status, text, headers.get('Content-Type')]).toEqual([204, '', null])
  expect(await ann.plants()).toEqual([second.plant])
  expect((await ann.send('DELETE', first.path)).status).toBe(404)
})
