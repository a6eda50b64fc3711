// What the mock of this API serves.

import type { MockedApi, MockSeed } from 'contract-stack/mock'
import { contract } from '../generated/index.ts'
import { server } from '../generated/server.ts'
import { handlers } from './handlers.ts'

const rooms = ['balcony', 'bathroom', 'bedroom', 'kitchen', 'living room']

/** What a stateful mock can start with, besides the columns of a file that have the names of fields. */
const seed: MockSeed = {
  // As in data/plants.csv.
  columns: { scientific_name: 'name', family: 'tag' },
  generate: (index) => ({
    name: `Plant ${index + 1}`,
    // Every sixth plant has none.
    tag: rooms[index % (rooms.length + 1)] ?? '',
  }),
}

export const mocked: MockedApi = { contract, server, handlers, seed }
