// The engines that the service can store plants in.

import { newDatabase } from './postgres/database.ts'
import type { Settings } from './process.ts'

/** By their names: makes an empty database, and returns the settings of a service that uses it. */
export const engines = {
  SQLite: async (): Promise<Settings> => ({}),
  PostgreSQL: async (): Promise<Settings> => ({ DATABASE_URL: (await newDatabase()).url }),
}
export type Engine = keyof typeof engines

// Object.keys loses the type of the keys.
export const engineNames = Object.keys(engines) as Engine[]
