// The plant service and its mock for a test.
import { contract } from '../../generated/index.ts'
import { server } from '../../generated/server.ts'
import { handlers } from '../../server/handlers.ts'
import { mockConfig } from '../../server/mock-config.ts'
import * as support from '../../stack/test/support/service.ts'

export { json, type Service } from '../../stack/test/support/service.ts'

export const startService = (options: support.ServiceOptions = {}) =>
  support.startService({ api: { contract, server, handlers }, ...options })

export const startMock = (options = {}) => support.startMock(options, { api: mockConfig })
