// What the composition adds to its parts; tests of the parts use it too.
import { expect, it } from 'vitest'
import { notWritten } from '../../core/index.ts'
import { contract } from '../product/generated/index.ts'
import { server } from '../product/generated/server.ts'
import { audience } from '../support/identity-provider.ts'
import { rooms } from '../support/rooms.ts'
import { startService } from '../support/service.ts'

it.each([
  ['no', {}],
  ['no written', { listLamps: notWritten }],
])(
  'a start with an identity provider names each operation that has %s handler, and the file to change',
  async (_, unwritten) => {
    const settings = { AUTH_ISSUER: 'https://issuer.test', AUTH_AUDIENCE: audience }
    const standardOperations = contract.standardOperations.filter((id) => id !== 'listLamps')
    const api = { contract: { ...contract, standardOperations }, server, handlers: { ...rooms.handlers, ...unwritten } }
    await expect(startService({ api, settings })).rejects.toThrow(
      'listLamps has no handler: add one to server/handlers.ts.',
    )
    await using service = await startService({ api })
    expect(service.log).toMatchObject([{ level: 40, msg: expect.stringContaining('listLamps has no handler') }])
  },
)

it('the service reports internal errors with the id of their request, also without responses', async () => {
  const id = '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'
  const handlers = { listLamps: () => Promise.reject(new Error('a defect')) }
  await using service = await startService({ handlers, newRequestId: () => id })
  const response = await service.request('/lamps')
  expect([response.status, response.headers.get('Request-Id')]).toEqual([500, id])
  expect(service.log).toMatchObject([
    { level: 50, msg: 'internal error', requestId: id, err: { message: 'a defect' } },
    { level: 30, msg: 'response', requestId: id, status: 500, operationId: 'listLamps' },
  ])
  await using quiet = await startService({ handlers, newRequestId: () => id, settings: { LOG_LEVEL: 'warn' } })
  await quiet.request('/lamps')
  expect(quiet.log).toMatchObject([{ level: 50, msg: 'internal error', requestId: id }])
})
