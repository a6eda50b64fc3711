// A handler that fails after it has written: the caller learns that something has changed, and the operator what.
import { afterAll, describe, expect, it } from 'vitest'
import { callerOf } from '../../support/caller.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { expectProblem } from '../../support/problem.ts'
import { startService, type TestHandlers } from '../../support/service.ts'
import { found, renamed } from './lamp-handlers.ts'

afterAll(cleanUp)

/** A new data folder with a lamp. */
async function folderWithLamp() {
  const folder = await newFolder()
  await using service = await startService({ folder })
  const { path } = await callerOf(service).create('Desk')
  return { folder, path }
}

describe('a handler that fails after its write', () => {
  const invalid = 'x'.repeat(201)
  const mistakes: [what: string, handlers: TestHandlers, method: 'POST' | 'PATCH' | 'DELETE', message: RegExp][] = [
    [
      'returns a body that breaks the contract',
      {
        async updateLamp({ path, body }, { items }) {
          const lamp = found(await items('/lamps').update(path.id, renamed(body)))
          return { status: 200, body: { ...lamp, name: invalid } }
        },
      },
      'PATCH',
      /name/,
    ],
    [
      'returns a body that breaks the contract after a creation',
      {
        async createLamp({ body }, { items }) {
          const lamp = found(await items('/lamps').create(body))
          return { status: 201, body: { ...lamp, name: invalid }, headers: { Location: `lamps/${lamp.id}` } }
        },
      },
      'POST',
      /name/,
    ],
    [
      'throws',
      {
        async deleteLamp({ path }, { items }) {
          await items('/lamps').delete(path.id)
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
      const { folder, path } = await folderWithLamp()
      const next = '01a213ab-10a5-7128-8f45-89746ca057bf'
      await using service = await startService({ handlers: mistaken, folder, newId: () => next })
      const [url, changed] = method === 'POST' ? ['/lamps', `/lamps/${next}`] : [path, path]
      const body = method === 'DELETE' ? {} : { body: { name: 'Wall' } }
      await expectProblem(await callerOf(service).send(method, url, body), 'internal-error', {
        detail: 'The service failed after it had stored a change. Read the lamp to see it.',
      })
      expect(service.internalErrors).toEqual([
        expect.stringContaining(`Lamp has stored a change of ${changed}, and then failed`),
      ])
      expect(service.internalErrors[0]).toMatch(message)
    },
  )

  it('gets the usual 500 if it has changed nothing', async () => {
    const updateLamp: TestHandlers['updateLamp'] = async ({ path }, { items }) => {
      await items('/lamps').update(path.id, (lamp) => lamp)
      throw new Error('no paper')
    }
    await using service = await startService({ handlers: { updateLamp } })
    const { send, create } = callerOf(service)
    const { path } = await create('Desk')
    await expectProblem(await send('PATCH', path, { body: { name: 'Wall' } }), 'internal-error', {
      detail: 'The service failed. Report the instance to the operator of the service.',
    })
    expect(service.internalErrors).toEqual(['no paper'])
  })
})
