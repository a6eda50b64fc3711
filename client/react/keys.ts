// The keys under which TanStack Query keeps plants: for whoever invalidates, prefetches or looks at them.

import type { PlantId } from '../../generated/api.d.ts'
import type { ListQuery } from './queries.ts'

export const plantKeys = {
  /** All of it. */
  all: ['plants'] as const,
  lists: ['plants', 'list'] as const,
  list: (query: ListQuery) => ['plants', 'list', query] as const,
  plant: (id: PlantId) => ['plants', 'plant', id] as const,
  /** Of mutations. */
  create: ['plants', 'create'] as const,
  update: ['plants', 'update'] as const,
  delete: ['plants', 'delete'] as const,
}
