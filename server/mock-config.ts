// Configuration of the mock of this API.

import type { MockedApi } from 'contract-stack/mock'
import { contract } from '../generated/index.ts'
import { server } from '../generated/server.ts'
import { handlers } from './handlers.ts'

// The property of each column of data/plants.csv.
const seedColumns = { scientific_name: 'name', family: 'tag' }

export const mockConfig: MockedApi = { contract, server, handlers, seedColumns }
