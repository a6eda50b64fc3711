// A plant as a row. SQLite and PostgreSQL have the same columns.
import type { Plant } from '../core/plants/plant-store.ts'

export const columns = 'id, name, tag, created_at, updated_at'

/** In the order of `columns`. */
export function valuesOf({ id, name, tag, createdAt, updatedAt }: Plant): string[] {
  return [id, name, tag, createdAt, updatedAt]
}
