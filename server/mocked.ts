// What the mock of this API serves.

import type { MockedApi } from 'contract-stack/mock'
import { contract } from '../generated/index.ts'
import { server } from '../generated/server.ts'
import { handlers } from './handlers.ts'

// As in data/plants.csv.
const seedColumns = { scientific_name: 'name', family: 'tag' }

export const mocked: MockedApi = { contract, server, handlers, seedColumns }
