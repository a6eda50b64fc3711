import { describe, expect, it } from 'vitest'
import { callerOf } from '../../../support/caller.ts'
import { expectProblem } from '../../../support/problem.ts'
import { sharedService } from '../../../support/shared-service.ts'

const ann = callerOf(await sharedService(), 'ann')

describe('createLamp', () => {
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
    [JSON.parse('{"name":"x","__proto__":1}'), [{ pointer: '/__proto__' }], '__proto__ is not a documented property.'],
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
