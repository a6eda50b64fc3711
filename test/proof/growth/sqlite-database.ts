// A SQLite file with plants, and the plans of its statements.
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { statements } from '../../../server/store/sqlite.ts'
import { newFolder } from '../../support/folder.ts'
import type { Engine, Inspection, Plan } from './engine.ts'
import { startService } from './service.ts'

export const sqlite: Engine = {
  name: 'SQLite',
  async load(plants) {
    const folder = await newFolder('plants-growth-')
    const file = join(folder, 'plants.db')
    // In a thread, because a statement of SQLite blocks everything else.
    const thread = new Worker(new URL('sqlite-load.ts', import.meta.url), { workerData: { file, plants } })
    await once(thread, 'exit')
    return async () => {
      const service = await startService({ DATA: folder })
      return { plants, service, serverPid: async () => undefined, inspect: async () => inspect(file) }
    }
  },
}

function inspect(file: string): Inspection {
  const database = new DatabaseSync(file)
  try {
    const rows = database.prepare('SELECT name, pgsize FROM dbstat WHERE aggregate = true').all()
    const bytes = Object.fromEntries(rows.map(({ name, pgsize }) => [String(name), Number(pgsize)]))
    const plans = Object.entries(statements).map(([name, sql]): Plan => {
      const steps = database
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => String(detail))
      return { name, steps, faults: steps.filter((step) => !isAllowed.test(step)) }
    })
    return { bytes, plans }
  } finally {
    database.close()
  }
}

const isAllowed = /^SEARCH \w+ USING (?:PRIMARY KEY|(?:COVERING )?INDEX \w+) \(|^LIST SUBQUERY/
