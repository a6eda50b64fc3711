// A thread that creates a SQLite file with plants.
import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { migrations } from '../../../server/store/sqlite-migrations.ts'
import { rowOf } from './data.ts'

/** The store adds the revisions of owners when it opens data of this version. */
const versionWithoutRevisions = migrations.findIndex((sql) => sql.includes('CREATE TABLE revision'))

const { file, plants } = workerData as { file: string; plants: number }
const database = new DatabaseSync(file)
// Without a journal: a load that is interrupted is worth nothing.
database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -4000000')
for (const migration of migrations.slice(0, versionWithoutRevisions)) database.exec(migration)
const row = rowOf(plants, {
  digits: (number, count) => `printf('%0${count}x', ${number})`,
  time: (seconds) => `strftime('%Y-%m-%dT%H:%M:%S.000Z', ${seconds}, 'unixepoch')`,
  id: (text) => text,
})
database.exec(`PRAGMA user_version = ${versionWithoutRevisions};
  INSERT INTO plant
  WITH RECURSIVE counter (n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM counter WHERE n + 1 < ${plants})
  SELECT ${row} FROM counter`)
database.close()
