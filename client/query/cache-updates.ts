// The changes of the cache for any collection of the contract. Their types are named, as those of the hooks.

import { type CacheUpdates as CacheUpdatesOf, createCacheUpdates } from 'contract-stack/query'
import { contract, type Types } from '../../generated/client.ts'

interface CacheUpdates extends CacheUpdatesOf<Types> {}

const updates: CacheUpdates = createCacheUpdates(contract)

export const showCreatedItem: CacheUpdates['showCreatedItem'] = updates.showCreatedItem
export const showChangedItem: CacheUpdates['showChangedItem'] = updates.showChangedItem
export const showRemovedItem: CacheUpdates['showRemovedItem'] = updates.showRemovedItem
export const showUpdatedItem: CacheUpdates['showUpdatedItem'] = updates.showUpdatedItem
