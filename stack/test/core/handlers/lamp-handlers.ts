// Helpers for the tests of handlers and of stored lamps.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Problem } from '../../../core/problem.ts'
import type { Lamp } from '../../product/generated/api.d.ts'
import type { Input } from '../../product/generated/handlers.ts'
import { createCaller } from '../../support/caller.ts'
import { newFolder } from '../../support/folder.ts'
import { type ServiceOptions, startService } from '../../support/service.ts'

/** Returns the item. @throws {Problem} 404 for `undefined`. */
export function requireFound<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem('not-found', 'You have no such lamp.')
  return value
}

/** Returns the function by which a handler renames a lamp. */
export const applyName =
  ({ name }: Input<'updateLamp'>['body']) =>
  (lamp: Lamp): Lamp => ({ ...lamp, name: name ?? lamp.name })

/** Creates a data directory with one lamp, which no service has open. */
export async function folderWithLamp(options: ServiceOptions = {}) {
  const folder = await newFolder()
  await using service = await startService({ ...options, folder })
  return { folder, ...(await createCaller(service).create('Desk')) }
}

/** Removes the tags of all lamps, as if they had been stored before the contract had tags. */
export function removeTags(folder: string): void {
  changeStoredJson(folder, "json_remove(text, '$.tag')")
}

/** Changes all items, as another program might. @param expression SQL expression of the new JSON. */
export function changeStoredJson(folder: string, expression: string): void {
  using database = new DatabaseSync(join(folder, 'rooms.db'))
  database.exec(`UPDATE item SET text = ${expression}`)
}
