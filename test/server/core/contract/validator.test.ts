import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Implementation, implementations, json } from '../../../support/service.ts'

const path = '/plants/019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'

describe.each(implementations)('header parameters of %s', (_face, start) => {
  let service: Implementation
  beforeAll(async () => {
    service = await start()
  })
  afterAll(() => service[Symbol.asyncDispose]())

  it.each(['"a"', 'W/"a"', '"a", W/"b"', '"a,b"', '""', '*', '"a",', ', ,"a" ,, "b"'])(
    'take %s for entity tags',
    async (tags) => {
      const read = await service.request('/plants', { headers: { 'If-None-Match': tags } })
      expect([200, 304]).toContain(read.status)
      const deleted = await service.request(path, { method: 'DELETE', headers: { 'If-Match': tags } })
      expect([204, 404]).toContain(deleted.status)
    },
  )

  it.each(['a', '"a', 'W/a', 'w/"a"', '"a" "b"', '*, "a"', ',', '"a"b'])(
    'refuse %s for entity tags, and name the header as the contract writes it',
    async (tags) => {
      const read = await service.request('/plants', { headers: { 'If-None-Match': tags } })
      expect(read.status).toBe(400)
      expect(await read.json()).toMatchObject({ errors: [{ header: 'If-None-Match' }] })
      const deleted = await service.request(path, { method: 'DELETE', headers: { 'If-Match': tags } })
      expect(await deleted.json()).toMatchObject({ status: 400, errors: [{ header: 'If-Match' }] })
    },
  )

  it.each(['', 'two words', 'x'.repeat(256), '"', '""', 'é', '"a"b'])(
    'refuse %s for an idempotency key, and name the header',
    async (key) => {
      const { headers, ...post } = json({ name: 'Fern' })
      const answer = await service.request('/plants', { ...post, headers: { ...headers, 'Idempotency-Key': key } })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({
        errors: [{ header: 'Idempotency-Key' }],
      })
    },
  )

  it('are looked at in time, however long they are', async () => {
    const tags = `${'"a",'.repeat(1000)}x`
    expect((await service.request('/plants', { headers: { 'If-None-Match': tags } })).status).toBe(400)
    expect((await service.request('/plants', { headers: { 'If-None-Match': `${', '.repeat(2000)}x` } })).status).toBe(
      400,
    )
  })
})
