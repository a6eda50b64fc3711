// Edits that are not saved, by plant id. They are in the session storage of this tab: another sort, search or tag, a reload and
// a new sign-in keep them.
import type { SeenPlant } from '@plant-collection/client/query'
import { useSyncExternalStore } from 'react'
import type { FieldTexts } from './plant-form.ts'

export interface Draft {
  /** The version of the plant that the edit changes. */
  seen: SeenPlant
  /** The texts that differ from it. */
  typed: Partial<FieldTexts>
}

type Drafts = Readonly<Record<string, Draft>>

let storedAs = 'drafts'
let drafts: Drafts = {}
const listeners = new Set<() => void>()

export const useDrafts = () => useSyncExternalStore(subscribe, () => drafts)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Reads the drafts of this tab before the first form is shown.
 * @param principal Another one who signs in here does not see them.
 */
export function restoreDrafts(principal: string): void {
  storedAs = `drafts of ${principal}`
  write(JSON.parse(sessionStorage.getItem(storedAs) ?? '{}'))
}

export function startDraft(seen: SeenPlant): void {
  write({ ...drafts, [seen.plant.id]: { seen, typed: {} } })
}

/** Does nothing after the end of the edit. */
export function updateDraft(draft: Draft): void {
  const { id } = draft.seen.plant
  if (id in drafts) write({ ...drafts, [id]: draft })
}

/** After the plant is saved or deleted, or the edit is cancelled. */
export function removeDraft(id: string): void {
  const { [id]: _, ...others } = drafts
  write(others)
}

function write(next: Drafts): void {
  drafts = next
  const unsaved = Object.entries(drafts).filter(([, { typed }]) => Object.keys(typed).length > 0)
  sessionStorage.setItem(storedAs, JSON.stringify(Object.fromEntries(unsaved)))
  // The browser asks before it leaves the page.
  window.onbeforeunload = unsaved.length > 0 ? (event) => event.preventDefault() : null
  for (const listener of listeners) listener()
}
