// Databases of versions that stored plants in tables of their own.
import { postgresMigrations } from './upgrade-postgres.ts'
import { sqliteMigrations } from './upgrade-sqlite.ts'

export const plantsUpgrades = { sqlite: sqliteMigrations, postgres: postgresMigrations }
