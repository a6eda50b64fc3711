// The public names of @plant-collection/client/query.

export { type Mutation, type MutationHookOptions, withOptions } from 'contract-stack/query'
export { showChangedItem, showCreatedItem, showRemovedItem, showUpdatedItem } from './cache-updates.ts'
export type {
  BodyOf,
  ItemKeys,
  ItemOptions,
  ItemPathOf,
  ListOptions,
  MutationData,
  MutationVariables,
  PageOf,
  ParentsOf,
  QueryOf,
  Reference,
  Seen,
  Update,
} from './contract-types.ts'
export {
  type ListPage,
  type ListQuery,
  type PlantMutations,
  type PlantQueries,
  type PlantReference,
  type PlantUpdate,
  plantKeys,
  plantMutations,
  plantQueries,
  type SeenPlant,
  showChanged,
  showCreated,
  showRemoved,
  showUpdate,
} from './queries.ts'
export { itemKeys, itemOptions, listOptions, mutationFor, queryFor } from './query-options.ts'
