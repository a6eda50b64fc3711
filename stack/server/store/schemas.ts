// The tables of a new database, and the migrations of an existing one, which are never removed: version N has the first N.
// Instances of the previous version keep running while PostgreSQL is migrated, and afterwards: docs/operations.md.
import type { Collection } from '../../core/contract/contract.ts'
import * as postgres from './postgres/tables.ts'
import * as sqlite from './sqlite/tables.ts'

export interface DatabaseSchema {
  /** Statements for a new database. */
  tables: string
  /** Statements for a database with an older version. After the last one, it has these tables. */
  migrations: string[]
}

/** The database engine and its schema version, shown in the startup message and in the metrics. */
export interface StoredSchema {
  engine: 'sqlite' | 'postgresql'
  /** Number of migrations of this version of the service. */
  version: number
}

const sqliteAll = `${sqlite.tables}${sqlite.triggers}${sqlite.trust}`
/** Changes nothing but the version: an earlier service writes no index rows, so it must not start with the file. */
const versionOnly = ''
// A new database gets `tables` instead of the first migration.
export const sqliteSchema: DatabaseSchema = {
  tables: sqliteAll,
  migrations: [sqliteAll, sqlite.addCreatorColumn, versionOnly, sqlite.addIndexRowsColumn, sqlite.trust, versionOnly],
}
export const postgresSchema: DatabaseSchema = {
  tables: postgres.tables,
  migrations: [postgres.tables, postgres.addCreatorColumn, postgres.addValidHashColumn],
}

/** Returns an item of each collection, with words, that /ready creates and undoes to test all index rows and triggers. */
export function getCanaryItems(collections: Collection[]): { path: string; id: string; text: string }[] {
  return collections.map(({ path, searched = [] }) => {
    const text = JSON.stringify(Object.fromEntries(searched.map((field) => [field, 'A canary'])))
    return { path, id: path, text }
  })
}
