// The options for any collection of the contract, and their types: those of contract-stack/query, bound to this contract. The types
// of the functions are named, as those of the hooks.

import type * as generic from 'contract-stack/query'
import { createQueryOptions } from 'contract-stack/query'
import { contract, type Types } from '../../generated/client.ts'
import type { Collection } from '../index.ts'

interface QueryOptions extends generic.QueryOptions<Types> {}

const options: QueryOptions = createQueryOptions(contract)

export const itemKeys: QueryOptions['itemKeys'] = options.itemKeys
export const itemOptions: QueryOptions['itemOptions'] = options.itemOptions
export const listOptions: QueryOptions['listOptions'] = options.listOptions
export const mutationFor: QueryOptions['mutationFor'] = options.mutationFor
export const queryFor: QueryOptions['queryFor'] = options.queryFor

/** What a creation or an update of an item takes. */
export type BodyOf<Path extends Collection, M extends 'create' | 'update'> = generic.BodyOf<Types, Path, M>

/** The parameters in the path of an item. */
export type ItemPathOf<Path extends Collection> = generic.ItemPathOf<Types, Path>

/** The parameters in the path of a collection: they name the items above it. */
export type ParentsOf<Path extends Collection> = generic.ParentsOf<Types, Path>

/** The query of a list. `limit` is the size of a page. */
export type QueryOf<Path extends Collection> = generic.QueryOf<Types, Path>

/** An item and its entity tag. The tag lets the service reject a change if somebody else has changed the item. */
export type Seen<Path extends Collection> = generic.Seen<Types, Path>

/**
 * The item to change or delete. With `seen`, the service returns 412 if the item has changed since. With `id`, the
 * service does not check that.
 */
export type Reference<Path extends Collection> = generic.Reference<Types, Path>

/** An item, and the properties to change. */
export type Update<Path extends Collection> = generic.Update<Types, Path>

/** The variables of each kind of mutation. */
export type MutationVariables<Path extends Collection> = generic.MutationVariables<Types, Path>

/** The result of each kind of mutation. */
export type MutationData<Path extends Collection> = generic.MutationData<Types, Path>

/** Keys of a collection, for code that invalidates, prefetches or reads entries. */
export type ItemKeys<Path extends Collection> = generic.ItemKeys<Types, Path>

/** A page of a list in the cache of TanStack Query. */
export type PageOf<Path extends Collection<'list'>> = generic.PageOf<Types, Path>

export type ListOptions<Path extends Collection<'list'>> = generic.ListOptions<Types, Path>
export type ItemOptions<Path extends Collection<'get'>> = generic.ItemOptions<Types, Path>
