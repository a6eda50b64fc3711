// What a new database gets, and what an older one lacks. A list of migrations only grows: a database with version N has the first
// N applied. Instances of the version before run on while PostgreSQL is migrated, and after it: docs/operations.md, "Upgrade".
import { upgrades } from '../../generated/upgrades.ts'
import { tables as postgresTables } from './postgres-tables.ts'
import { tables as sqliteTables, triggers } from './sqlite-tables.ts'

export interface Schema {
  /** For a new database. */
  tables: string
  /** For a database with an older version. The last one leads to these tables. */
  migrations: string[]
}

/** Migrations from versions that stored a collection in another way. The last one creates the tables of items. */
export interface Upgrades {
  /** @param triggers To be created when the items are copied: they are slow. */
  sqlite: (tables: string, triggers: string) => string[]
  postgres: (tables: string) => string[]
}

const [first, ...others] = upgrades
if (others.length > 0) {
  throw new Error('Only one collection can have upgrades: their versions are those of the database.')
}

const sqliteAll = `${sqliteTables}${triggers}`
export const sqliteSchema: Schema = {
  tables: sqliteAll,
  migrations: first?.sqlite(sqliteTables, triggers) ?? [sqliteAll],
}
export const postgresSchema: Schema = {
  tables: postgresTables,
  migrations: first?.postgres(postgresTables) ?? [postgresTables],
}
