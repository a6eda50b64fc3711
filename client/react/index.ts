// The public names of @plant-collection/client/react: the hooks, and the options behind them.

export type { DeletionOptions, ItemDeletion, ItemDeletions, ItemEdit, ItemMutation } from 'contract-stack/react'
export * from '../query/index.ts'
export * from './collection-hooks.ts'
export * from './deletions.ts'
export * from './hooks.ts'
