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
