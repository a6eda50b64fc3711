import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js'
import { afterEach, expect, it, vi } from 'vitest'
import { createOpenApiValidator } from '../../../server/http/openapi-validator.ts'
import { contract } from '../../product/generated/index.ts'
import { server } from '../../product/generated/server.ts'
import { callerOf } from '../../support/caller.ts'
import { startService } from '../../support/service.ts'

afterEach(() => void vi.restoreAllMocks())

// express-openapi-validator 5.6.2 keeps a compiled validator for each Content-Type that it sees, parameters included, until
// the process ends: a caller that sends a new one each time would fill the memory.
it('the validator sees only documented media types, and none without a body', async () => {
  const validate = vi.spyOn(RequestValidator.prototype, 'validate')
  await using service = await startService()
  validate.mockClear()
  const { send } = callerOf(service)
  for (let index = 0; index < 20; index++) {
    const headers = { 'Content-Type': `application/json; v=${index}` }
    await send('POST', '/lamps', { headers, body: { name: 'Desk' } })
    await send('GET', '/lamps', { headers: { 'Content-Type': `text/x${index}` } })
  }
  const seen = validate.mock.calls.map(([{ method, headers }]) => `${method} ${headers['content-type']}`)
  expect(new Set(seen)).toEqual(new Set(['GET undefined', 'POST application/json']))
})

it.each([
  ['parameterValidators', 'GET-/lamps-not_provided'],
  ['bodyValidators', 'PATCH-/lamps/{id}-application/merge-patch+json'],
  ['responseValidators', 'InvalidRequest'],
  ['operations', 'deleteLamp'],
] as const)('the service does not start without one of the %s', (table, key) => {
  const { validators } = server
  const { [key]: removed, ...others } = validators[table]
  expect(removed).toBeDefined()
  const start = () => createOpenApiValidator(contract, { ...validators, [table]: others })
  expect(start).toThrow(`generated/ has no validator for ${key}: run make generate.`)
})
