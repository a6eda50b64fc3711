// Where plants are kept: what the operations need of a database, and nothing that only one database has.
import type { Plant } from '../../generated/api.d.ts'

export type { Plant }

export interface ListQuery {
  /** Only plants with exactly this tag; `''` for the untagged, `undefined` for all. */
  tag: string | undefined
  /** Only plants whose id is greater. */
  after: string | undefined
  /** 1 to 101. */
  most: number
}

/** What was asked for when a plant was created. */
export type CreationRequest = Pick<Plant, 'name' | 'tag'>

export interface Creation {
  plant: Plant
  request: CreationRequest
}

export interface KeyedCreation extends Creation {
  key: string
  createdAt: Date
  keptHours: number
}

/**
 * Every call concerns the plants of one owner; a plant of another owner is as good as none. A write resolves once it is
 * durable. What a callback throws is thrown, and nothing is written then.
 */
export interface PlantStore {
  /** In ascending order of id. */
  list(owner: string, query: ListQuery): Promise<Plant[]>
  get(owner: string, id: string): Promise<Plant | undefined>
  create(owner: string, plant: Plant): Promise<Plant>
  /** The creation that this key of the owner names: this one, or an earlier one as it was then. */
  createOnce(owner: string, creation: KeyedCreation): Promise<Creation>
  /** Puts what `change` makes of the plant in its place; nobody else changes it meanwhile. */
  update(owner: string, id: string, change: (plant: Plant) => Plant): Promise<Plant | undefined>
  /** Whether there was such a plant. `check` sees it first. */
  delete(owner: string, id: string, check: (plant: Plant) => void): Promise<boolean>
  close(): Promise<void>
}
