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
  /** Its id was never used before. */
  plant: Plant
  /** How long the key is kept, by the clock of the store. */
  keptHours: number
}

export interface PlantChange {
  /** `undefined`: stays as it is. */
  name: string | undefined
  tag: string | undefined
  /** `updatedAt` of the changed plant. An earlier time than the plant's has no effect: a clock may be set back. */
  updatedAt: string
}

/** Decides whether a write may happen. */
export interface WriteCondition {
  /** Must return at once. The store may call it several times, each time with what is stored then. @throws if not. */
  check: (current: Plant) => void
  /** Returns whether the caller no longer waits for the result. The write can then reject with `StoreUnavailable`. */
  isAbandoned?: (() => boolean) | undefined
}

/** The data cannot be used at the moment. The call has changed nothing. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** The store failed while it made a write durable: the write may or may not have happened. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/** A store tries a write for `isReady` at most once in this time, so that frequent health checks do not slow it down. */
export const trialEveryMs = 5_000

/**
 * Each call concerns the plants of one owner; a plant of another owner does not exist for it. Each happens at one
 * moment or not at all, in a bounded number of round trips to the database: one without a condition. A write resolves once
 * it is durable.
 *
 * A write with a condition rejects with the error that `check` throws for the plant of that moment, and then changes nothing.
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
  /** Returns the changed plant, or the same one if it has these fields already; `undefined` if there is none. */
  update(owner: string, id: string, change: PlantChange, condition?: WriteCondition): Promise<Plant | undefined>
  /** Returns `undefined` if there is no such plant. */
  delete(owner: string, id: string, condition?: WriteCondition): Promise<true | undefined>
  /** Returns whether reads and writes work. */
  isReady(): Promise<boolean>
  close(): Promise<void>
}
