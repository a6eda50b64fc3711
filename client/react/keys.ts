// The keys of plants in the cache of TanStack Query, for code that invalidates, prefetches or reads entries.

import type { PlantId } from '../../generated/api.d.ts'
import type { ListQuery } from './queries.ts'

export const plantKeys = {
  /** Matches every list and plant. */
  all: ['plants'] as const,
  lists: ['plants', 'list'] as const,
  list: (query: ListQuery) => ['plants', 'list', query] as const,
  plant: (id: PlantId) => ['plants', 'plant', id] as const,
  /** Keys of mutations. */
  create: ['plants', 'create'] as const,
  update: ['plants', 'update'] as const,
  delete: ['plants', 'delete'] as const,
}
