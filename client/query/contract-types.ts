// The types of the options for this contract: those of contract-stack/query, without the parameter for the contract.

import type * as generic from 'contract-stack/query'
import type { Types } from '../../generated/client.ts'
import type { Collection } from '../contract-types.ts'

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
