// Unsaved text: edits by plant id, and the plant that is not added yet. It is in the session storage of this tab, so it
// survives a change of the filters or the sort order, a reload and a new sign-in.
import type { SeenPlant } from '@plant-collection/client/query'
import { useSyncExternalStore } from 'react'
import { draftsEvent, subscribe } from './browser-state.ts'
import type { FieldTexts } from './plant-form.ts'

export interface Draft {
  /** Version of the plant that the edit changes. */
  seen: SeenPlant
  /** Texts that the user has typed. */
  typed: Partial<FieldTexts>
}

interface Drafts {
  edits: Readonly<Record<string, Draft>>
  /** Texts in the form that adds a plant. */
  newPlant: Draft['typed']
}

let storageKey = 'drafts'
let drafts: Drafts = { edits: {}, newPlant: {} }

export const useDrafts = () => useSyncExternalStore(subscribe, () => drafts.edits)
export const getNewPlant = () => drafts.newPlant

/**
 * Reads the drafts of this tab before the first form is rendered.
 * @param principal A different principal who signs in here does not see them.
 */
export function restoreDrafts(principal: string): void {
  storageKey = `drafts of ${principal}`
  update(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'))
}

/** Deletes all drafts of the principal, who signs out. */
export const forgetDrafts = () => update({ edits: {}, newPlant: {} })

export const storeNewPlant = (newPlant: Draft['typed']) => update({ newPlant })

export function startDraft(seen: SeenPlant): void {
  update({ edits: { ...drafts.edits, [seen.plant.id]: { seen, typed: {} } } })
}

/** Stores a newer draft, unless its edit has ended. */
export function updateDraft(draft: Draft): void {
  const { id } = draft.seen.plant
  if (id in drafts.edits) update({ edits: { ...drafts.edits, [id]: draft } })
}

/** Ends an edit after the plant is saved or deleted, or the edit is cancelled. */
export function removeDraft(id: string): void {
  const { [id]: _, ...edits } = drafts.edits
  update({ edits })
}

function update(changes: Partial<Drafts>): void {
  drafts = { ...drafts, ...changes }
  const hasText = (typed: Draft['typed']) => Object.keys(typed).length > 0
  const unsaved = Object.entries(drafts.edits).filter(([, { typed }]) => hasText(typed))
  sessionStorage.setItem(storageKey, JSON.stringify({ ...drafts, edits: Object.fromEntries(unsaved) }))
  // The browser asks the user before it leaves the page.
  window.onbeforeunload = unsaved.length > 0 || hasText(drafts.newPlant) ? (event) => event.preventDefault() : null
  dispatchEvent(new Event(draftsEvent))
}
