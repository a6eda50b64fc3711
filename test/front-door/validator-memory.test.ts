import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Face, faces } from '../service.ts'

// express-openapi-validator 5.6.2 keeps a compiled validator, of almost half a megabyte, for every Content-Type it sees.
describe.each(faces)('the memory of %s', (_face, start) => {
  let service: Face
  beforeAll(async () => {
    service = await start()
  })
  afterAll(() => service[Symbol.asyncDispose]())

  it('does not grow with the media types it is sent', async () => {
    const post = (contentType: string) =>
      service.request('/plants', { method: 'POST', headers: { 'Content-Type': contentType }, body: '{"name":"Fern"}' })
    const get = (contentType: string) =>
      service.request('/plants?limit=1', { headers: { 'Content-Type': contentType } })
    await post('application/json')
    await get('text/plain')
    const before = process.memoryUsage().heapUsed
    for (let index = 0; index < 300; index++) {
      expect((await post(`application/json; v=${index}`)).status).toBe(201)
      expect((await get(`text/x${index}`)).status).toBe(200)
    }
    const grownMB = (process.memoryUsage().heapUsed - before) / 2 ** 20
    expect(grownMB).toBeLessThan(80)
  })
})
