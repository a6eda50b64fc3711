// What the mock of this API serves.

import type { MockedApi } from 'contract-stack/mock'
import { contract } from '../generated/index.ts'
import { server } from '../generated/server.ts'
import { handlers } from './handlers.ts'
import { plantsMockSeed } from './mock-seed.ts'

export const mocked: MockedApi = { contract, server, handlers, seed: plantsMockSeed }
