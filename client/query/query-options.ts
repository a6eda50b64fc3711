// The options for any collection of the contract. Their types are named, as those of the hooks.

import { createQueryOptions, type QueryOptions as QueryOptionsOf } from 'contract-stack/query'
import { contract, type Types } from '../../generated/client.ts'

interface QueryOptions extends QueryOptionsOf<Types> {}

const options: QueryOptions = createQueryOptions(contract)

export const itemKeys: QueryOptions['itemKeys'] = options.itemKeys
export const itemOptions: QueryOptions['itemOptions'] = options.itemOptions
export const listOptions: QueryOptions['listOptions'] = options.listOptions
export const mutationFor: QueryOptions['mutationFor'] = options.mutationFor
export const queryFor: QueryOptions['queryFor'] = options.queryFor
