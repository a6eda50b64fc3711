// The hooks for any contract. The options behind them are in ../query/.

export type { DeletionOptions, ItemDeletion, ItemDeletions } from '../query/item-deletions.ts'
export type { ItemEdit } from '../query/item-edit.ts'
export type { MutationHookOptions } from '../query/mutation-options.ts'
export { createDeletionHook, type DeletionHook } from './deletions.ts'
export {
  type ClientProviderProps,
  createHooks,
  type Hooks,
  type ItemHookOptions,
  type ItemMutation,
  type ItemsHookOptions,
} from './hooks.ts'
