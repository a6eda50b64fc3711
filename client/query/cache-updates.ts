// Changes of the cache for any collection of the contract. A module of its own, so that pages without them do not load it.

import { type CacheUpdates as CacheUpdatesOf, createCacheUpdates } from 'contract-stack/query'
import { contract, type Types } from '../../generated/client.ts'

interface CacheUpdates extends CacheUpdatesOf<Types> {}

const updates: CacheUpdates = createCacheUpdates(contract)

export const showCreatedItem: CacheUpdates['showCreatedItem'] = updates.showCreatedItem
export const showChangedItem: CacheUpdates['showChangedItem'] = updates.showChangedItem
export const showRemovedItem: CacheUpdates['showRemovedItem'] = updates.showRemovedItem
export const showUpdatedItem: CacheUpdates['showUpdatedItem'] = updates.showUpdatedItem
