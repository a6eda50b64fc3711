// The hooks for any contract. The options behind them are in ../query/.

export type { MutationHookOptions } from '../query/mutation-options.ts'
export {
  type ClientProviderProps,
  createHooks,
  type Hooks,
  type ItemHookOptions,
  type ItemMutation,
  type ListHookOptions,
} from './hooks.ts'
export {
  createDeletionHook,
  type DeletionHook,
  type DeletionOptions,
  type ItemDeletion,
  type ItemDeletions,
} from './item-deletions.ts'
export type { ItemEdit } from './item-edit.ts'
