import { describe, expect, it } from 'vitest'
import { callerOf } from '../../../support/caller.ts'
import { expectProblem } from '../../../support/problem.ts'
import { startService } from '../../../support/service.ts'
import { sharedService } from '../../../support/shared-service.ts'

const id = '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'
const time = '2025-11-20T09:00:00.000Z'
const ann = callerOf(await sharedService(), 'ann')

describe('createLamp', () => {
  it('returns the lamp with its id, its times and its location', async () => {
    await using service = await startService({ now: () => new Date(time), newId: () => id })
    const body = { name: 'Ceiling lamp', tag: 'hallway' }
    const response = await callerOf(service).send('POST', '/lamps', { body })
    expect(response).toMatchObject({ status: 201, body: { id, ...body, createdAt: time, updatedAt: time } })
    expect(Object.keys(Object(response.body))).toHaveLength(5)
    expect((await ann.create('Desk')).lamp.tag).toBe('')
    expect(response.headers.get('Location')).toBe(`lamps/${id}`)
    expect(response.headers.get('Content-Type')).toBe('application/json')
  })

  const badFormat = 'does not match the documented format'
  it.each<[object, object[], string]>([
    [{ name: 'a\nb' }, [{ pointer: '/name', detail: badFormat }], `name ${badFormat}.`],
    [{ name: 'a\x7fb' }, [{ pointer: '/name' }], `name ${badFormat}.`],
    [{ name: ' \u3000' }, [{ pointer: '/name' }], `name ${badFormat}.`],
    [
      { name: '', tag: 1, extra: true },
      [
        { pointer: '/extra', detail: 'is not a documented property' },
        { pointer: '/name', detail: 'must not be empty' },
        { pointer: '/tag', detail: 'must be a string' },
      ],
      'extra is not a documented property.',
    ],
    [{}, [{ pointer: '/name', detail: 'is required' }], 'name is required.'],
    [{ name: 'x'.repeat(201) }, [{ pointer: '/name' }], 'name must have at most 200 characters.'],
    [{ name: 'x', 'a b': 1 }, [{ pointer: '/a b' }], 'A field is not a documented property.'],
    [[], [{ pointer: '', detail: 'must be an object' }], 'The request body must be an object.'],
  ])('returns 400 for %j, names every field, and creates nothing', async (body, errors, sentence) => {
    const before = await ann.lamps()
    const { detail } = await expectProblem(await ann.send('POST', '/lamps', { body }), 'invalid-request', {
      errors,
    })
    expect(detail).toBe(sentence)
    expect(await ann.lamps()).toEqual(before)
  })
})
