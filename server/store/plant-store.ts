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

/** Every call concerns the plants of one owner; a plant of another owner is as good as none. */
export interface PlantStore {
  /** In ascending order of id. */
  list(owner: string, query: ListQuery): Promise<Plant[]>
  /** Resolves once the plant is durable. */
  create(owner: string, plant: Plant): Promise<void>
  /** Whether there was such a plant; resolves once it is durably gone. */
  delete(owner: string, id: string): Promise<boolean>
  close(): Promise<void>
}
