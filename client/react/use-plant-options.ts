'use client'

import { useMemo } from 'react'
import { plantMutations, plantQueries } from '../query/queries.ts'
import { useClient } from './collection-hooks.ts'

/** The options behind the other hooks, for any hook of TanStack Query, for example for suspense or prefetching. */
export function usePlantOptions() {
  const client = useClient()
  return useMemo(() => ({ queries: plantQueries(client), mutations: plantMutations(client) }), [client])
}
