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

/** The data cannot be used at the moment. The call has changed nothing. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** The store failed while it made a write durable: the write may or may not have happened. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/**
 * Each call concerns the plants of one owner; a plant of another owner does not exist for it. Each is one round trip to the
 * database, and happens at one moment or not at all. A write resolves once it is durable.
 *
 * A write with an `expected` plant happens only if the plant is still the same. Without one, it always happens.
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
  /**
   * Returns the changed plant, or the same one if it has these fields already; `undefined` if there is none, or not the
   * expected one.
   */
  update(owner: string, id: string, change: PlantChange, expected?: Plant): Promise<Plant | undefined>
  /** Returns `undefined` if there is no such plant, or not the expected one. */
  delete(owner: string, id: string, expected?: Plant): Promise<true | undefined>
  /** Returns whether it responds. SQLite also tries a write; PostgreSQL does not. */
  isReady(): Promise<boolean>
  close(): Promise<void>
}
