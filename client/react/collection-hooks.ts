'use client'

// The hooks for any collection of the contract. Their types are named, so that the package shows what `Hooks` says about each.

import type * as generic from 'contract-stack/react'
import { createHooks } from 'contract-stack/react'
import { contract, type Types } from '../../generated/client.ts'
import type { Collection } from '../index.ts'

/** Options of TanStack Query for `useItem`. */
export type ItemHookOptions<Path extends Collection<'get'>> = generic.ItemHookOptions<Types, Path>

export interface ClientProviderProps extends generic.ClientProviderProps<Types> {}

interface Hooks extends generic.Hooks<Types> {}

const hooks: Hooks = createHooks(contract)

export const ClientProvider: Hooks['ClientProvider'] = hooks.ClientProvider
export const useClient: Hooks['useClient'] = hooks.useClient
export const useItems: Hooks['useItems'] = hooks.useItems
export const useTotalCount: Hooks['useTotalCount'] = hooks.useTotalCount
export const useItem: Hooks['useItem'] = hooks.useItem
export const useItemMutation: Hooks['useItemMutation'] = hooks.useItemMutation
export const useItemEdit: Hooks['useItemEdit'] = hooks.useItemEdit
