// What a stateful mock can start with, besides the columns of a file that have the names of fields.
import type { MockSeed } from 'contract-stack/mock'

const rooms = ['balcony', 'bathroom', 'bedroom', 'kitchen', 'living room']

export const plantsMockSeed: MockSeed = {
  // As in data/plants.csv.
  columns: { scientific_name: 'name', family: 'tag' },
  generate: (index) => ({
    name: `Plant ${index + 1}`,
    // Every sixth plant has none.
    tag: rooms[index % (rooms.length + 1)] ?? '',
  }),
}
