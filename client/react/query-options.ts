// The options for any collection of the contract. Their types are named, as those of the hooks.

import { contract, type Types } from '../../generated/client.ts'
import { createQueryOptions, type QueryOptions as QueryOptionsOf } from '../../stack/react/query-options.ts'

interface QueryOptions extends QueryOptionsOf<Types> {}

const options: QueryOptions = createQueryOptions(contract)

export const itemKeys: QueryOptions['itemKeys'] = options.itemKeys
export const itemOptions: QueryOptions['itemOptions'] = options.itemOptions
export const listOptions: QueryOptions['listOptions'] = options.listOptions
export const mutationFor: QueryOptions['mutationFor'] = options.mutationFor
