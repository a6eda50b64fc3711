// SQLite with plants, and the plans of its statements.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { statements } from '../../../server/store/sqlite.ts'
import { newFolder } from '../../support/folder.ts'
import { type Collection, createSqliteData } from '../runner/collection.ts'

export interface Database {
  /** For the service. */
  settings: Record<string, string>
  /** The processes that run the statements of the service, if there are others. */
  pids: () => Promise<number[]>
  /** Steps of query plans that scan a table or sort. */
  scans: string[]
}

export async function loadSqlite(collection: Collection): Promise<Database> {
  const folder = await newFolder('growth-')
  await createSqliteData(folder, collection)
  return { settings: { DATA: folder }, pids: async () => [], scans: findScans(join(folder, 'plants.db')) }
}

function findScans(file: string): string[] {
  using database = new DatabaseSync(file, { readOnly: true })
  return Object.entries(statements).flatMap(([name, sql]) => {
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()
    return steps.flatMap(({ detail }) => (isAllowed.test(String(detail)) ? [] : [`${name}: ${detail}`]))
  })
}

const isAllowed = /^SEARCH \w+ USING (?:PRIMARY KEY|(?:COVERING )?INDEX \w+) \(|^LIST SUBQUERY/
