// The shared part of the pages of all frameworks: the observers of one lamp, and what a page shows of their states.
import { QueryClient } from '@tanstack/query-core'
import {
  createItemDeletions,
  createItemEdit,
  type ItemDeletions,
  type ItemEdit,
} from '../../product/generated/query/index.ts'
import { createLampClient, type Lamp, type LampPatch } from '../../support/lamp-client.ts'
import type { SeenLamp } from '../../support/lamp-queries.ts'

export const id = location.hash.slice(1)
export const client = createLampClient({
  baseUrl: location.origin,
  token: () => sessionStorage.getItem('token') ?? '',
})
export const queries = new QueryClient()
// The plugin or provider of a framework does this too: the QueryClient notices when the user returns to the window.
queries.mount()

export const editLamp = () => createItemEdit(queries, client, '/lamps', { id })
export const deleteLamps = () => createItemDeletions(queries, client, '/lamps', {})

/** Exposes both states to the test, which calls their functions. @returns What the page shows of them. */
export function show(edit: ItemEdit<SeenLamp, LampPatch>, deletions: ItemDeletions<Lamp, SeenLamp>): string {
  Object.assign(globalThis, { edit, deletions })
  const { seen, newer, isDeleted } = edit
  const phases = deletions.all.map(({ deletion }) => deletion.phase)
  return JSON.stringify({ seen: seen?.lamp.name, newer: newer?.lamp.name, isDeleted, phases })
}

export const main = document.body.appendChild(document.createElement('main'))

/** Exposes a function to the test. @param unmount Unmounts the page. */
export function onLeave(unmount: () => void): void {
  Object.assign(globalThis, { leave: unmount })
}
