// What the tests of handlers and of stored lamps have in common.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Problem } from '../../../core/problem.ts'
import type { Lamp } from '../../product/generated/api.d.ts'
import type { Input } from '../../product/generated/handlers.ts'
import { createCaller } from '../../support/caller.ts'
import { newFolder } from '../../support/folder.ts'
import { type ServiceOptions, startService } from '../../support/service.ts'

/** @throws {Problem} 404 for no item. */
export function requireFound<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem('not-found', 'You have no such lamp.')
  return value
}

/** The change of a handler that updates a lamp. */
export const renamed =
  ({ name }: Input<'updateLamp'>['body']) =>
  (lamp: Lamp): Lamp => ({ ...lamp, name: name ?? lamp.name })

/** A new data folder with a lamp, which no service uses. */
export async function folderWithLamp(options: ServiceOptions = {}) {
  const folder = await newFolder()
  await using service = await startService({ ...options, folder })
  return { folder, ...(await createCaller(service).create('Desk')) }
}

/** Removes the tags of all lamps, as if they were stored before the contract had tags. */
export function removeTags(folder: string): void {
  changeTexts(folder, "json_remove(text, '$.tag')")
}

/** Changes all items as another program does. @param expression In SQL, of the new text. */
export function changeTexts(folder: string, expression: string): void {
  using database = new DatabaseSync(join(folder, 'rooms.db'))
  database.exec(`UPDATE item SET text = ${expression}`)
}
