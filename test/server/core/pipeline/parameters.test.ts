import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Implementation, implementations } from '../../../support/service.ts'

describe.each(implementations)('query parameters of %s', (_face, start) => {
  let service: Implementation
  beforeAll(async () => {
    service = await start()
  })
  afterAll(() => service[Symbol.asyncDispose]())

  it.each(['1', '20', '100'])('take %s as a limit', async (limit) => {
    expect((await service.request(`/plants?limit=${limit}`)).status).toBe(200)
  })

  const digits = [
    '0',
    '101',
    '-1',
    '1e1',
    '0x10',
    '05',
    '+5',
    '%2B5',
    '5.0',
    '%205',
    '5%20',
    '',
    'ten',
    '1'.repeat(400),
  ]
  it.each<[string, string]>([
    ...digits.map((limit) => [`limit=${limit}`, 'limit'] as [string, string]),
    ['limit', 'limit'],
    ['limit=1&limit=1', 'limit'],
    ['tag=a&tag=a', 'tag'],
    ['limit[]=1', 'limit[]'],
    ['page=2', 'page'],
    ['Limit=2', 'Limit'],
    ['=2', ''],
    ['__proto__=2', '__proto__'],
    ['x%00y=2', 'x\0y'],
    ['tag=%ED%A0%80', 'tag'],
    ['tag=%FF', 'tag'],
    ['tag=%', 'tag'],
    // Told apart from plain digits by its decoded name, which is what the validator goes by.
    ['lim%69t=1e1', 'limit'],
    ['%FF=1', '%FF'],
    ['tag=%0A', 'tag'],
    [`tag=${'x'.repeat(65)}`, 'tag'],
    [`${'x'.repeat(600)}=1`, 'x'.repeat(500)],
  ])('refuse ?%s and name it', async (query, parameter) => {
    const answer = await service.request(`/plants?${query}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ type: '/problems/invalid-request', errors: [{ parameter }] })
  })

  it('take an empty query for none', async () => {
    expect((await service.request('/plants?')).status).toBe(200)
    expect((await service.request('/plants?&&')).status).toBe(200)
  })
})
