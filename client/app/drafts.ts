// Texts that are not saved: edits by plant id, and the plant that is not added. They are in the session storage of this tab:
// another sort, search or tag, a reload and a new sign-in keep them.
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
let newPlant: Draft['typed'] = {}
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
  const stored = JSON.parse(sessionStorage.getItem(storedAs) ?? '{}')
  newPlant = stored.newPlant ?? {}
  write(stored.edits ?? {})
}

/** Deletes all drafts when the user signs out. */
export function forgetDrafts(): void {
  newPlant = {}
  write({})
}

/** What is typed in the form that adds a plant. */
export const getNewPlant = () => newPlant

export function storeNewPlant(typed: Draft['typed']): void {
  newPlant = typed
  write(drafts)
}

export function startDraft(seen: SeenPlant): void {
  write({ ...drafts, [seen.plant.id]: { seen, typed: {} } })
}

/** Does nothing after the end of the edit. */
export function updateDraft(draft: Draft): void {
  const { id } = draft.seen.plant
  if (id in drafts) write({ ...drafts, [id]: draft })
}

/** Ends an edit after the plant is saved or deleted, or the edit is cancelled. */
export function removeDraft(id: string): void {
  const { [id]: _, ...others } = drafts
  write(others)
}

function write(next: Drafts): void {
  drafts = next
  const hasText = (typed: Draft['typed']) => Object.keys(typed).length > 0
  const unsaved = Object.entries(drafts).filter(([, { typed }]) => hasText(typed))
  sessionStorage.setItem(storedAs, JSON.stringify({ edits: Object.fromEntries(unsaved), newPlant }))
  // The browser asks before it leaves the page.
  window.onbeforeunload = unsaved.length > 0 || hasText(newPlant) ? (event) => event.preventDefault() : null
  for (const listener of listeners) listener()
}
