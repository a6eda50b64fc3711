import { Ajv2020 } from 'ajv/dist/2020.js'
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js'
import { afterEach, expect, it, vi } from 'vitest'
import * as generated from '../../../generated/openapi-validators.js'
import { type CompiledContract, createOpenApiValidator } from '../../../server/http/openapi-validator.ts'
import { callerOf, type RequestOptions } from '../../support/caller.ts'
import { startService } from '../../support/service.ts'

const id = '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'
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

it('a response with a date that does not exist is not sent', async () => {
  const [createdAt, updatedAt] = ['2026-02-30T09:00:00.000Z', '2026-03-01T09:00:00.000Z']
  const body = { id, name: 'Fern', tag: '', createdAt, updatedAt }
  await using service = await startService({ handlers: { getPlant: async () => ({ status: 200, body }) } })
  expect((await callerOf(service).send('GET', `/plants/${id}`)).status).toBe(500)
  expect(service.internalErrors).toEqual([expect.stringContaining('/createdAt must match format "date-time"')])
})

it.each([
  ['parameterValidators', 'GET-/plants-not_provided'],
  ['bodyValidators', 'PATCH-/plants/{id}-application/merge-patch+json'],
  ['responseValidators', 'InvalidRequest'],
  ['operations', 'deletePlant'],
] as const)('the service does not start without one of the %s', (table, key) => {
  const compiled: CompiledContract = { ...generated }
  const { [key]: removed, ...others } = compiled[table]
  expect(removed).toBeDefined()
  const start = () => createOpenApiValidator({ ...compiled, [table]: others })
  expect(start).toThrow(`generated/ has no validator for ${key}: run make generate.`)
})

it('neither the start nor a request makes Ajv compile a schema', async () => {
  const generateCode = vi.spyOn(Object(Ajv2020).prototype, '_compileSchemaEnv')
  new Ajv2020().compile({})
  expect(generateCode).toHaveBeenCalled()
  generateCode.mockClear()
  const handlers = { deletePlant: () => Promise.reject(new Error()) }
  await using service = await startService({ handlers, newId: () => id })
  const { send } = callerOf(service)
  const [fern, moss] = [{ name: 'Fern' }, { name: 'Moss' }]
  const keyed = { 'Idempotency-Key': 'k' }
  const plant = `/plants/${id}`
  const requests: [status: number, method: string, path: string, options?: RequestOptions][] = [
    [201, 'POST', '/plants', { body: fern, headers: keyed }],
    [422, 'POST', '/plants', { body: moss, headers: keyed }],
    [400, 'POST', '/plants', { body: { name: '', colour: 'green' } }],
    [415, 'POST', '/plants', { text: 'x', headers: { 'Content-Type': 'text/plain' } }],
    [413, 'POST', '/plants', { text: ' '.repeat(20_000) }],
    [200, 'GET', '/plants?limit=5&tag='],
    [400, 'GET', '/plants?limit=0', { headers: { 'If-None-Match': 'x' } }],
    [401, 'GET', '/plants', { headers: { Authorization: 'none' } }],
    [406, 'GET', '/plants', { headers: { Accept: 'text/html' } }],
    [200, 'GET', plant],
    [304, 'GET', plant, { headers: { 'If-None-Match': '*' } }],
    [200, 'PATCH', plant, { body: moss }],
    [412, 'PATCH', plant, { body: fern, headers: { 'If-Match': '"outdated"' } }],
    [200, 'PATCH', plant, { body: fern, headers: { 'Content-Type': 'application/merge-patch+json' } }],
    [500, 'DELETE', plant],
    [204, 'OPTIONS', '/plants'],
    [405, 'PUT', '/plants'],
    [404, 'GET', '/nowhere'],
  ]
  for (const [status, method, path, options] of requests) {
    expect((await send(method, path, options)).status, `${method} ${path}`).toBe(status)
  }
  expect(generateCode).not.toHaveBeenCalled()
})
