'use client'

// The React hooks for plants. They use the client of the nearest PlantsProvider.

import type { ReactElement } from 'react'
import type { PlantDraft, PlantId, PlantPatch } from '../../../generated/api.d.ts'
import {
  ClientProvider,
  type ClientProviderProps,
  type ItemMutation,
  useItem,
  useItemMutation,
  useItems,
} from '../../react/hooks.ts'
import { type ItemEdit, useItemEdit } from '../../react/item-edit.ts'
import type { MutationHookOptions } from '../../react/mutation-options.ts'
import type { PlantClient } from '../client.ts'
import type { ListHookOptions, ListQuery, PlantHookOptions, PlantReference, PlantUpdate, SeenPlant } from './queries.ts'

export interface PlantsProviderProps extends ClientProviderProps {
  client: PlantClient
}

export type PlantMutation<Data, Variables> = ItemMutation<Data, Variables>
export type PlantEdit = ItemEdit<SeenPlant, PlantPatch>

/** Provides a client to the hooks below it. Must be inside a QueryClientProvider of TanStack Query. */
export const PlantsProvider: (props: PlantsProviderProps) => ReactElement = ClientProvider

/** As `useItems`, with plants. */
export const usePlants = (query?: ListQuery, options?: ListHookOptions) => useItems('/plants', {}, query, options)

/** As `useItem`, with a plant. */
export const usePlant = (id: PlantId, options?: PlantHookOptions) => useItem('/plants', { id }, options)

/** As `useItemMutation('create', …)`, with a plant. */
export const useCreatePlant = <T>(options?: MutationHookOptions<SeenPlant, PlantDraft, T>) =>
  useItemMutation('create', '/plants', {}, options)

/** As `useItemMutation('update', …)`, with a plant. */
export const useUpdatePlant = <T>(options?: MutationHookOptions<SeenPlant, PlantUpdate, T>) =>
  useItemMutation('update', '/plants', {}, options)

/** As `useItemMutation('delete', …)`, with a plant. */
export const useDeletePlant = <T>(options?: MutationHookOptions<void, PlantReference, T>) =>
  useItemMutation('delete', '/plants', {}, options)

/** As `useItemEdit`, with a plant. */
export const usePlantEdit = <T>(id: PlantId, options?: MutationHookOptions<SeenPlant, PlantUpdate, T>): PlantEdit =>
  useItemEdit('/plants', { id }, options)
