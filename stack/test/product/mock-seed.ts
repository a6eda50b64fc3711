// What a stateful mock can start with, besides the columns of a file that have the names of fields.
import type { MockSeed } from 'contract-stack/mock'

const tags = ['hall', 'lab', 'office']

export const seed: MockSeed = {
  columns: { type: 'name', place: 'tag' },
  // Every fourth lamp has no tag.
  generate: (index) => ({ name: `Lamp ${index + 1}`, tag: tags[index % (tags.length + 1)] ?? '' }),
}
