// The plants of a run: one owner that asks again and again, and more owners than any cache holds. Ids are computed, so that
// requests need no look-up.
import { constants } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ownerOf } from '../../server/core/caller.ts'
import { openSqliteStore } from '../../server/store/sqlite.ts'

/** The owners that fresh requests read, and those that they change: a change makes all tags of an owner's pages new. */
export const readOwners = 4_000
export const changedOwners = 1_000
export const freshOwners = readOwners + changedOwners
/** An owner uses them in turn: together they are more than any cache of verified tokens holds. */
export const tokensPerOwner = 3
/** A page of 100 can start after each of the first 29, and is not the last page. */
export const plantsPerOwner = 130

/** The subject of an owner: 0 is for the repeated requests, and the fresh ones are from 1. */
export function subjectOf(owner: number): string {
  return `owner-${owner}`
}

/** The owner of one plant that breaks the contract: its name is too long. */
export const brokenOwner = freshOwners + 1

/** Ascending in `plant` for each owner, and before each id that is created now. */
export function idOf(owner: number, plant: number): string {
  return `019a9f3e-${hex(plant, 4)}-7a11-8e5d-${hex(owner, 12)}`
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0')
}

/** Creates a data folder with the plants of the owner 0, of the broken one, and of this many fresh owners. */
export async function createData(folder: string, issuer: string, owners: number): Promise<void> {
  await mkdir(folder)
  await openSqliteStore(folder).close()
  const database = new DatabaseSync(join(folder, 'plants.db'))
  const insert = database.prepare(
    'INSERT INTO plant (owner, id, name, tag, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const time = '2025-11-20T09:00:00.000Z'
  database.exec('PRAGMA synchronous = OFF; BEGIN')
  for (let owner = 0; owner <= owners; owner++) {
    for (let plant = 0; plant < plantsPerOwner; plant++) {
      const name = `${names[plant % names.length]} ${plant}`
      insert.run(
        ownerOf(issuer, subjectOf(owner)),
        idOf(owner, plant),
        name,
        tags[plant % tags.length] ?? '',
        time,
        time,
      )
    }
  }
  insert.run(ownerOf(issuer, subjectOf(brokenOwner)), idOf(brokenOwner, 0), 'x'.repeat(300), '', time, time)
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

const names = [
  'Monstera deliciosa',
  'Ficus lyrata',
  'Zamioculcas zamiifolia',
  'Pilea peperomioides',
  'Lithops aucampiae',
]
const tags = ['Araceae', 'Moraceae', '', 'Urticaceae']

/** @param hasTriggers Whether the copy keeps the triggers of the service. Peers do not need what they write. */
export async function copyData(from: string, to: string, hasTriggers: boolean): Promise<void> {
  await mkdir(to)
  const file = join(to, 'plants.db')
  await copyFile(join(from, 'plants.db'), file, constants.COPYFILE_FICLONE)
  if (hasTriggers) return
  const database = new DatabaseSync(file)
  for (const { name } of database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all()) {
    database.exec(`DROP TRIGGER "${name}"`)
  }
  database.close()
}
