// The storage of plants: what the operations need of a database, and nothing that only one database has.
import type { Plant } from '../../../generated/api.d.ts'

export type { Plant }

export interface ListQuery {
  /** Only plants with exactly this tag; `''` for the untagged, `undefined` for all. */
  tag: string | undefined
  /** Only plants whose id is greater. */
  after: string | undefined
  /** 1 to 101. */
  limit: number
}

export interface Page {
  plants: Plant[]
  /** That of the owner's plants, at the moment when they were read. */
  revision: string
}

export interface KeyedCreation {
  key: string
  plant: Plant
  createdAt: Date
  keptHours: number
}

/** The data cannot be used at the moment. The call has changed nothing. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** The store failed while it made a write durable: the write may or may not have happened. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/**
 * Each call concerns the plants of one owner; a plant of another owner does not exist for it. A write resolves once it is
 * durable. An error that a callback throws is passed on, and nothing is written.
 *
 * Every call can reject with `StoreUnavailable`, and a write also with `OutcomeUnknown`. The store recovers by itself when
 * the cause is gone.
 */
export interface PlantStore {
  /** In ascending order of id. */
  list(owner: string, query: ListQuery): Promise<Page>
  /** A text that names the state of the owner's plants: each change leads to one that was never used before. */
  revision(owner: string): Promise<string>
  get(owner: string, id: string): Promise<Plant | undefined>
  create(owner: string, plant: Plant): Promise<Plant>
  /** Returns the plant that the owner created with this key: this one, or an earlier one as it was then. */
  createOnce(owner: string, creation: KeyedCreation): Promise<Plant>
  /** Replaces the plant with the result of `change`, in one transaction. */
  update(owner: string, id: string, change: (plant: Plant) => Plant): Promise<Plant | undefined>
  /** Returns whether there was such a plant. Calls `check` with it first, in the same transaction. */
  delete(owner: string, id: string, check: (plant: Plant) => void): Promise<boolean>
  /** Returns whether it could read and write now. */
  isReady(): Promise<boolean>
  close(): Promise<void>
}
