// Public exports of @plant-collection/client/query.

export * from '../../generated/query/index.ts'
export * from './queries.ts'
