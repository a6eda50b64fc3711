// What the pages of all frameworks share: the observers of one lamp, and what a page shows of their states.
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
// As the plugin or the provider of each framework does: it notices when the user returns to the window.
queries.mount()

export const editLamp = () => createItemEdit(queries, client, '/lamps', { id })
export const deleteLamps = () => createItemDeletions(queries, client, '/lamps', {})

/** @returns What the page shows of both states, whose functions the test calls. */
export function show(edit: ItemEdit<SeenLamp, LampPatch>, deletions: ItemDeletions<Lamp, SeenLamp>): string {
  Object.assign(globalThis, { edit, deletions })
  const { seen, newer, isDeleted } = edit
  const phases = deletions.all.map(({ deletion }) => deletion.phase)
  return JSON.stringify({ seen: seen?.lamp.name, newer: newer?.lamp.name, isDeleted, phases })
}

export const main = document.body.appendChild(document.createElement('main'))

/** @param unmount Ends what the framework shows. The test calls it. */
export function onLeave(unmount: () => void): void {
  Object.assign(globalThis, { leave: unmount })
}
