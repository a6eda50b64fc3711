// The public names of @plant-collection/client/query.

export { type Mutation, type MutationHookOptions, withOptions } from 'contract-stack/query'
export * from './cache-updates.ts'
export * from './collections.ts'
export * from './queries.ts'
