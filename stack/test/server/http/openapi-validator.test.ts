import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js'
import { afterEach, expect, it, vi } from 'vitest'
import { contract } from '../../../../generated/index.ts'
import { server } from '../../../../generated/server.ts'
import { callerOf } from '../../../../test/support/caller.ts'
import { startService } from '../../../../test/support/service.ts'
import { createOpenApiValidator } from '../../../server/http/openapi-validator.ts'

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
    await send('POST', '/plants', { headers, body: { name: 'Fern' } })
    await send('GET', '/plants', { headers: { 'Content-Type': `text/x${index}` } })
  }
  const seen = validate.mock.calls.map(([{ method, headers }]) => `${method} ${headers['content-type']}`)
  expect(new Set(seen)).toEqual(new Set(['GET undefined', 'POST application/json']))
})

it.each([
  ['parameterValidators', 'GET-/plants-not_provided'],
  ['bodyValidators', 'PATCH-/plants/{id}-application/merge-patch+json'],
  ['responseValidators', 'InvalidRequest'],
  ['operations', 'deletePlant'],
] as const)('the service does not start without one of the %s', (table, key) => {
  const { validators } = server
  const { [key]: removed, ...others } = validators[table]
  expect(removed).toBeDefined()
  const start = () => createOpenApiValidator(contract, { ...validators, [table]: others })
  expect(start).toThrow(`generated/ has no validator for ${key}: run make generate.`)
})
