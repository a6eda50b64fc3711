// The plants of a run: a large owner has half of them, and small owners have the rest. They alternate between the large
// owner and a small one, so the plants of a small owner are far from each other. Requests compute the ids.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { getOwner } from '../../../stack/core/principal.ts'
import { sqliteSchema } from '../../../stack/server/store/schemas.ts'
import { openPlants } from '../../../test/support/stored-plants.ts'

export interface Collection {
  /** A multiple of 1,000. */
  plants: number
  plantsPerOwner: number
  issuer: string
}

export const largeOwner = 0
export const commonTag = 'indoor'
export const rareTag = 'rare'
export const rarePlants = 20

/** Returns the number of small owners, whose numbers start at 1. */
export function countSmallOwners({ plants, plantsPerOwner }: Collection): number {
  return plants / 2 / plantsPerOwner
}

/** Returns the subject of the tokens of an owner. The subjects of successive numbers are far from each other. */
export function subjectName(owner: number): string {
  return hex((owner * 2_654_435_761) % 2 ** 32, 8)
}

/** Returns the number of the plant at an index, from 0, in the list of an owner. */
export function plantNumber(collection: Collection, owner: number, index: number): number {
  return owner === largeOwner ? 2 * index : 2 * (owner - 1 + index * countSmallOwners(collection)) + 1
}

/** Returns a UUID of version 7 that increases with the number of the plant, and is less than that of a new plant. */
export function plantId(number: number): string {
  const time = hex((start + number) * 1000, 12)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex((number * 40_503) % 4096, 3)}-8000-${hex(number, 12)}`
}

/** Returns the creation time of a plant as the service writes it. */
export function plantTime(number: number): string {
  return new Date((start + number) * 1000).toISOString()
}

/** Creation time of the first plant, in seconds since 1970. Each next plant is one second later. */
const start = 1_700_000_000

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0')
}

interface Dialect {
  /** An integer in hexadecimal, with leading zeros. */
  hex: (number: string, digits: number) => string
  /** A timestamp in RFC 3339. @param seconds Seconds since 1970. */
  time: (seconds: string) => string
  /** The name of the function that replaces each `%s` in its first argument. */
  format: string
}

/** Returns the SQL expressions of the columns owner, collection, id, path and text of the plant `n`. */
export function rowSql(collection: Collection, { hex, time, format }: Dialect): string {
  const { plants, issuer } = collection
  const [beforeSubject, afterSubject] = getOwner(issuer, '|').split('|')
  const owner = `CASE WHEN n % 2 = 0 THEN 0 ELSE 1 + (n - 1) / 2 % ${countSmallOwners(collection)} END`
  const milliseconds = hex(`(${start} + n) * 1000`, 12)
  const idText = `substr(${milliseconds}, 1, 8) || '-' || substr(${milliseconds}, 9) || '-7' ||
    ${hex('n * 40503 % 4096', 3)} || '-8000-' || ${hex('n', 12)}`
  const tag = `CASE WHEN n % ${plants / rarePlants} = 0 THEN '${rareTag}' WHEN n % 8 < 2 THEN '${commonTag}'
                    ELSE 'bed ' || n % 20 END`
  const timestamp = time(`${start} + n`)
  const json = '{"id":"%s","name":"Plant number %s","tag":"%s","createdAt":"%s","updatedAt":"%s"}'
  return `'${beforeSubject}' || ${hex(`${owner} * 2654435761 % 4294967296`, 8)} || '${afterSubject}', '/plants', ${idText},
    '/plants', ${format}('${json}', ${idText}, n, ${tag}, ${timestamp}, ${timestamp})`
}

const rowsPerStatement = 100_000
/** Number of plants for each extra plant, which is created with them and deleted before the run. */
const plantsPerExtra = 9
const isExtra = "substr(id, 20, 4) = '9000'"

/**
 * Creates a data folder of the service with all plants. It first has extra plants, which are then deleted: the pages of
 * a new index are full, so the first write to each would cost more than later ones.
 */
export async function createSqliteData(folder: string, collection: Collection): Promise<void> {
  const file = join(folder, 'plants.db')
  await changeWithoutTriggers(file, (database) => insertPlants(database, collection))
  await (await openPlants(folder)).close()
  await changeWithoutTriggers(file, async (database) => {
    const tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'item_index_*'"
    for (const { name } of database.prepare(tables).all()) {
      const words = String(name).replace('index', 'word')
      database.exec(`DELETE FROM ${words} WHERE item IN (SELECT rowid FROM ${name} WHERE ${isExtra})`)
      database.exec(`DELETE FROM ${name} WHERE ${isExtra}`)
    }
    database.exec(`DELETE FROM item WHERE ${isExtra}`)
  })
}

/** Changes a database without its triggers, which would give a collection a new revision for each plant. */
async function changeWithoutTriggers(file: string, change: (database: DatabaseSync) => Promise<void>): Promise<void> {
  // Defensive mode forbids to turn off the journal. An interrupted load cannot be used anyway.
  using database = new DatabaseSync(file, { defensive: false })
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -4000000')
  if (database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined) database.exec(sqliteSchema.tables)
  const triggers = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all()
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`)
  await change(database)
  for (const { sql } of triggers) database.exec(String(sql))
}

async function insertPlants(database: DatabaseSync, collection: Collection): Promise<void> {
  const row = rowSql(collection, {
    hex: (number, digits) => `printf('%0${digits}x', ${number})`,
    time: (seconds) => `strftime('%Y-%m-%dT%H:%M:%S.000Z', ${seconds}, 'unixepoch')`,
    format: 'printf',
  })
  for (let from = 0; from < collection.plants; from += rowsPerStatement) {
    const to = Math.min(from + rowsPerStatement, collection.plants)
    database.exec(`INSERT INTO item (owner, collection, id, path, text)
      WITH RECURSIVE counter (n) AS (VALUES (${from}) UNION ALL SELECT n + 1 FROM counter WHERE n + 1 < ${to}),
      extra (owner, collection, id, path, text) AS (SELECT ${row} FROM counter WHERE n % ${plantsPerExtra} = 0)
      SELECT ${row} FROM counter
      UNION ALL SELECT owner, collection, replace(id, '-8000-', '-9000-'), path, text FROM extra`)
    // Lets the process handle signals between two statements.
    await setImmediate()
  }
  database.exec(`INSERT INTO item_revision (owner, collection, revision)
    SELECT owner, collection, hex(randomblob(16)) FROM item GROUP BY owner, collection`)
  database.exec(`PRAGMA user_version = ${sqliteSchema.migrations.length}`)
}
