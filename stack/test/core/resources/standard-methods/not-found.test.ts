// A lamp of another caller does not exist for a caller: nothing in a response may tell the difference.
import { describe, expect, it } from 'vitest'
import { callerOf, stableParts } from '../../../support/caller.ts'
import { expectProblem } from '../../../support/problem.ts'
import { sharedService } from '../../../support/shared-service.ts'

const id = '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'
const service = await sharedService()
const [ann, bob] = [callerOf(service, 'ann'), callerOf(service, 'bob')]
const { lamp, path, etag } = await ann.create('Desk', 'green')
const deleted = await bob.create('Wall')
await bob.send('DELETE', deleted.path)

describe('the same 404', () => {
  const tags = [etag, deleted.etag, '"other"', 'W/"other"', '*']
  const conditions = [undefined, ...tags.flatMap((tag) => [{ 'If-Match': tag }, { 'If-None-Match': tag }])]
  it.each([
    ['GET', conditions, undefined],
    ['PATCH', conditions, { name: 'mine' }],
    ['PATCH', conditions, {}],
    ['DELETE', conditions, undefined],
  ])('is returned to %s for an unknown, a deleted and a foreign lamp', async (method, headersToTry, body) => {
    const expected = await bob.send('GET', `/lamps/${id}`)
    await expectProblem(expected, 'not-found', { detail: 'You have no such lamp.' })
    expect(expected.headers.get('ETag')).toBeNull()
    for (const headers of headersToTry) {
      const options = { body, ...(headers && { headers }) }
      for (const target of [`/lamps/${id}`, deleted.path, path]) {
        expect(stableParts(await bob.send(method, target, options)), target).toEqual(stableParts(expected))
      }
    }
    expect(await ann.lamps()).toEqual([lamp])
    expect(await bob.lamps()).toEqual([])
  })
})
