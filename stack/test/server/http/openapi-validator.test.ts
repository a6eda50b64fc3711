import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js'
import { afterEach, expect, it, vi } from 'vitest'
import { createCaller } from '../../support/caller.ts'
import { startService } from '../../support/service.ts'

afterEach(() => void vi.restoreAllMocks())

// express-openapi-validator 5.6.2 keeps a compiled validator for each Content-Type that it sees, parameters included: a
// caller that sends a new one each time would fill the memory.
it('the validator sees only documented media types, and none without a body', async () => {
  const validate = vi.spyOn(RequestValidator.prototype, 'validate')
  await using service = await startService()
  validate.mockClear()
  const { send } = createCaller(service)
  for (let index = 0; index < 20; index++) {
    const headers = { 'Content-Type': `application/json; v=${index}` }
    await send('POST', '/lamps', { headers, body: { name: 'Desk' } })
    await send('GET', '/lamps', { headers: { 'Content-Type': `text/x${index}` } })
  }
  const seen = validate.mock.calls.map(([{ method, headers }]) => `${method} ${headers['content-type']}`)
  expect(new Set(seen)).toEqual(new Set(['GET undefined', 'POST application/json']))
})
