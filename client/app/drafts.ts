// Texts that are not saved: edits by plant id, and the plant that is not added. They are in the session storage of this tab:
// another sort, search or tag, a reload and a new sign-in keep them.
import type { SeenPlant } from '@plant-collection/client/query'
import { useSyncExternalStore } from 'react'
import { draftsEvent, subscribe } from './browser-state.ts'
import type { FieldTexts } from './plant-form.ts'

export interface Draft {
  /** Version of the plant that the edit changes. */
  seen: SeenPlant
  /** Texts that differ from this version. */
  typed: Partial<FieldTexts>
}

interface Drafts {
  /** Edits by the id of the plant. */
  edits: Readonly<Record<string, Draft>>
  /** Texts in the form that adds a plant. */
  newPlant: Draft['typed']
}

let storedAs = 'drafts'
let drafts: Drafts = { edits: {}, newPlant: {} }

export const useDrafts = () => useSyncExternalStore(subscribe, () => drafts.edits)
export const getNewPlant = () => drafts.newPlant

/**
 * Reads the drafts of this tab before the first form is rendered.
 * @param principal Another principal who signs in here does not see them.
 */
export function restoreDrafts(principal: string): void {
  storedAs = `drafts of ${principal}`
  update(JSON.parse(sessionStorage.getItem(storedAs) ?? '{}'))
}

/** Deletes all drafts when the user signs out. */
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
  sessionStorage.setItem(storedAs, JSON.stringify({ ...drafts, edits: Object.fromEntries(unsaved) }))
  // The browser asks before it leaves the page.
  window.onbeforeunload = unsaved.length > 0 || hasText(drafts.newPlant) ? (event) => event.preventDefault() : null
  dispatchEvent(new Event(draftsEvent))
}
