// What a new database gets, and what an older one lacks. A list of migrations only grows: version N has the first N
// applied. Instances of the previous version keep running while PostgreSQL is migrated, and after it: docs/operations.md.
import type { Collection } from '../../core/contract/contract.ts'
import * as postgres from './postgres/tables.ts'
import * as sqlite from './sqlite/tables.ts'

export interface DatabaseSchema {
  /** Statements for a new database. */
  tables: string
  /** Statements for a database with an older version. The last one leads to these tables. */
  migrations: string[]
}

/** The database engine and its schema version, shown in the start message and in the metrics. */
export interface StoredSchema {
  engine: 'sqlite' | 'postgresql'
  /** How many migrations this service has applied, or found applied. */
  version: number
}

const sqliteAll = `${sqlite.tables}${sqlite.triggers}${sqlite.trust}`
/** An earlier version does not write the index rows of items, so it must not start with the file. */
const writesIndexRows = ''
// A new database gets the tables: the first migration only counts.
export const sqliteSchema: DatabaseSchema = {
  tables: sqliteAll,
  migrations: [
    sqliteAll,
    sqlite.addCreatorColumn,
    writesIndexRows,
    sqlite.addIndexRowsColumn,
    sqlite.trust,
    writesIndexRows,
  ],
}
export const postgresSchema: DatabaseSchema = {
  tables: postgres.tables,
  migrations: [postgres.tables, postgres.addCreatorColumn, postgres.addValidHashColumn],
}

/** Items that /ready creates and undoes: one of each collection, with words, so that all index rows and triggers are tried. */
export function getCanaryItems(collections: Collection[]): { path: string; id: string; text: string }[] {
  return collections.map(({ path, searched = [] }) => {
    const text = JSON.stringify(Object.fromEntries(searched.map((field) => [field, 'A canary'])))
    return { path, id: path, text }
  })
}
