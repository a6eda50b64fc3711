// Public exports of @plant-collection/client/react: the hooks, and the options behind them.

export * from '../../generated/react/index.ts'
export * from '../query/queries.ts'
export * from './deletions.ts'
export * from './hooks.ts'
