// What the mock of this API serves.
import { contract } from '../generated/index.ts'
import { server } from '../generated/server.ts'
import type { MockedApi } from '../stack/mock/mock.ts'
import { handlers } from './handlers.ts'
import { plantsMockSeed } from './mock-seed.ts'

export const mocked: MockedApi = { contract, server, handlers, seed: plantsMockSeed }
