import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { json, type Service, startService } from '../../../../support/service.ts'

const id = '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service[Symbol.asyncDispose]())

describe('createPlant', () => {
  it('answers the plant with its id and times, and where it is', async () => {
    await using fixed = await startService({ now: () => new Date('2025-11-20T09:00:00Z'), newId: () => id })
    const answer = await fixed.request('/plants', json({ name: 'Monstera deliciosa', tag: 'Araceae' }))
    expect(answer.status).toBe(201)
    expect(answer.headers.get('Location')).toBe(`plants/${id}`)
    expect(answer.headers.get('Content-Type')).toBe('application/json')
    expect(await answer.json()).toEqual({
      id,
      name: 'Monstera deliciosa',
      tag: 'Araceae',
      createdAt: '2025-11-20T09:00:00.000Z',
      updatedAt: '2025-11-20T09:00:00.000Z',
    })
  })

  it('leaves a plant untagged where no tag is given', async () => {
    const answer = await service.request('/plants', json({ name: 'Fern' }))
    expect(await answer.json()).toMatchObject({ name: 'Fern', tag: '' })
  })

  it('gives each plant an id of its own, each after the one before', async () => {
    const ids: string[] = []
    for (let count = 0; count < 50; count++) {
      const answer = await service.request('/plants', json({ name: 'Fern' }))
      ids.push(((await answer.json()) as { id: string }).id)
    }
    expect(new Set(ids).size).toBe(50)
    expect(ids.toSorted()).toEqual(ids)
  })

  it.each([
    ['a name of one code point', { name: 'x' }],
    ['a name of 200 code points, each of two units', { name: '🌵'.repeat(200) }],
    ['a name with white space around it', { name: '  Fern  ' }],
    ['names that look alike but differ', { name: 'é e\u0301' }],
    ['a tag of 64 code points', { name: 'Fern', tag: '🌿'.repeat(64) }],
    ['a tag of white space', { name: 'Fern', tag: ' ' }],
    ['text in many scripts, and joiners', { name: 'हिन्दी العربية \u200d \ufeff x', tag: '\u2028' }],
  ])('keeps %s exactly as it was sent', async (_what, plant) => {
    const answer = await service.request('/plants', json(plant))
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject(plant)
  })

  it.each([
    ['no name', { tag: 'x' }, '/name'],
    ['an empty name', { name: '' }, '/name'],
    ['a name of white space only', { name: ' \u00a0\u3000' }, '/name'],
    ['a name of 201 code points', { name: 'x'.repeat(201) }, '/name'],
    ['a name that is a number', { name: 1 }, '/name'],
    ['a name that is null', { name: null }, '/name'],
    ['a name with a NUL', { name: 'a\0' }, '/name'],
    ['a name with a line break', { name: 'a\nb' }, '/name'],
    ['a name with half a surrogate pair', { name: 'a\ud800' }, '/name'],
    ['a tag of 65 code points', { name: 'Fern', tag: '🌿'.repeat(65) }, '/tag'],
    ['a tag with a C1 control character', { name: 'Fern', tag: '\u0085' }, '/tag'],
    ['a tag that is null', { name: 'Fern', tag: null }, '/tag'],
    ['an unknown property', { name: 'Fern', colour: 'green' }, '/colour'],
    ['an id, which only the service gives', { name: 'Fern', id }, '/id'],
    ['a property whose name needs escaping', { name: 'Fern', 'a/b~c': 1 }, '/a~1b~0c'],
    [
      'a property whose name is cut short in the middle of an escape',
      { name: 'Fern', [`${'x'.repeat(498)}~`]: 1 },
      `/${'x'.repeat(498)}`,
    ],
    ['an array', [], ''],
    ['null', null, ''],
    ['a text', 'Fern', ''],
  ])('refuses %s, names the field and keeps nothing', async (_what, body, pointer) => {
    await using fresh = await startService()
    const answer = await fresh.request('/plants', json(body))
    expect(answer.status).toBe(400)
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
    const problem = (await answer.json()) as { errors: { pointer: string }[] }
    expect(problem).toMatchObject({ type: '/problems/invalid-request', status: 400 })
    expect(problem.errors.map((error) => error.pointer)).toContain(pointer)
    expect(await (await fresh.request('/plants')).json()).toEqual([])
  })

  it('says what is wrong in words, not as an expression', async () => {
    const answer = await service.request('/plants', json({ name: 'a\nb' }))
    expect(await answer.json()).toMatchObject({
      detail: '/name: does not match the documented format',
      errors: [{ pointer: '/name', detail: 'does not match the documented format' }],
    })
  })

  it('names every field to mend at once', async () => {
    const answer = await service.request('/plants', json({ name: '', tag: 1, extra: true }))
    const problem = (await answer.json()) as { errors: { pointer: string }[] }
    expect(new Set(problem.errors.map((error) => error.pointer))).toEqual(new Set(['/name', '/tag', '/extra']))
  })
})
