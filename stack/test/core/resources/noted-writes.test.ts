// A handler that fails after it has written: the caller learns that something has changed, and the operator what.
import { afterAll, describe, expect, it } from 'vitest'
import { callerOf } from '../../../../test/support/caller.ts'
import { expectProblem } from '../../../../test/support/problem.ts'
import { startService, type TestHandlers } from '../../../../test/support/service.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { found, renamed } from './plant-handlers.ts'

afterAll(cleanUp)

/** A new data folder with a plant. */
async function folderWithPlant() {
  const folder = await newFolder()
  await using service = await startService({ folder })
  const { path } = await callerOf(service).create('Fern')
  return { folder, path }
}

describe('a handler that fails after its write', () => {
  const invalid = 'x'.repeat(201)
  const mistakes: [what: string, handlers: TestHandlers, method: 'POST' | 'PATCH' | 'DELETE', message: RegExp][] = [
    [
      'returns a body that breaks the contract',
      {
        async updatePlant({ path, body }, { items }) {
          const plant = found(await items('/plants').update(path.id, renamed(body)))
          return { status: 200, body: { ...plant, name: invalid } }
        },
      },
      'PATCH',
      /name/,
    ],
    [
      'returns a body that breaks the contract after a creation',
      {
        async createPlant({ body }, { items }) {
          const plant = found(await items('/plants').create(body))
          return { status: 201, body: { ...plant, name: invalid }, headers: { Location: `plants/${plant.id}` } }
        },
      },
      'POST',
      /name/,
    ],
    [
      'throws',
      {
        async deletePlant({ path }, { items }) {
          await items('/plants').delete(path.id)
          throw new Error('no paper')
        },
      },
      'DELETE',
      /no paper/,
    ],
  ]

  it.each(mistakes)(
    'says that a change was stored, and the log names it: it %s',
    async (_, mistaken, method, message) => {
      const { folder, path } = await folderWithPlant()
      const next = '01a213ab-10a5-7128-8f45-89746ca057bf'
      await using service = await startService({ handlers: mistaken, folder, newId: () => next })
      const [url, changed] = method === 'POST' ? ['/plants', `/plants/${next}`] : [path, path]
      const body = method === 'DELETE' ? {} : { body: { name: 'Moss' } }
      await expectProblem(await callerOf(service).send(method, url, body), 'internal-error', {
        detail: 'The service failed after it had stored a change. Read the plant to see it.',
      })
      expect(service.internalErrors).toEqual([
        expect.stringContaining(`Plant has stored a change of ${changed}, and then failed`),
      ])
      expect(service.internalErrors[0]).toMatch(message)
    },
  )

  it('gets the usual 500 if it has changed nothing', async () => {
    const updatePlant: TestHandlers['updatePlant'] = async ({ path }, { items }) => {
      await items('/plants').update(path.id, (plant) => plant)
      throw new Error('no paper')
    }
    await using service = await startService({ handlers: { updatePlant } })
    const { send, create } = callerOf(service)
    const { path } = await create('Fern')
    await expectProblem(await send('PATCH', path, { body: { name: 'Moss' } }), 'internal-error', {
      detail: 'The service failed. Report the instance to the operator of the service.',
    })
    expect(service.internalErrors).toEqual(['no paper'])
  })
})
