// The checks that the composition of the service adds to its parts.
import { expect, it } from 'vitest'
import { notWritten } from '../../core/index.ts'
import { contract } from '../product/generated/index.ts'
import { server } from '../product/generated/server.ts'
import { audience } from '../support/identity-provider.ts'
import { rooms } from '../support/rooms.ts'
import { startService } from '../support/service.ts'

it.each([
  ['no handler', {}],
  ['a handler that is not implemented', { listLamps: notWritten }],
])(
  'a start names an operation that has %s: it fails with an identity provider, and logs a warning without one',
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
