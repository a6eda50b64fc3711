// express-openapi-validator 5.6.2 keeps a compiled validator for every Content-Type it sees, parameters included, for as
// long as the process lives. A caller that sends a new one each time fills the memory. So it must see documented ones only.

import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js'
import { expect, it, vi } from 'vitest'
import { startService } from '../../support/service.ts'

it('shows the validator documented media types only, and none without a body', async () => {
  const seen = new Set<string>()
  const validate = vi.spyOn(RequestValidator.prototype, 'validate')
  await using service = await startService()
  validate.mockClear()
  for (let index = 0; index < 20; index++) {
    const headers = { 'Content-Type': `application/json; v=${index}` }
    await service.request('/plants', { method: 'POST', headers, body: '{"name":"Fern"}' })
    await service.request('/plants', { headers: { 'Content-Type': `text/x${index}` } })
  }
  for (const [{ method, headers }] of validate.mock.calls) seen.add(`${method} ${headers['content-type']}`)
  expect([...seen].sort()).toEqual(['GET undefined', 'POST application/json'])
})
