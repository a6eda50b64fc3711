// What a store over SQLite writes inside a transaction of the database.
import type { StatementSync } from 'node:sqlite'
import type { CollectionData } from '../../../core/contract/contract-data.ts'
import {
  type Check,
  type Commit,
  type Creation,
  type Deletion,
  getDescendants,
  maxDescendants,
  type Place,
  type Reads,
  type Write,
} from '../../../core/resources/item-store.ts'
import { commitNow, type SynchronousStore } from '../../../core/resources/synchronous-commit.ts'
import type { Entries } from './entries.ts'
import type { Lists } from './lists.ts'
import type { Name } from './statements.ts'

export type Statements = Record<Name, StatementSync> & { lists: Lists; entries: Entries }

/** @param clock Decides when an idempotency key expires. */
export function getWrites(collections: CollectionData[], clock: () => number) {
  const byPath = new Map(collections.map((collection) => [collection.path, collection]))

  function create(
    statements: Statements,
    place: Place,
    { id, text, creator = '', key, check }: Creation,
  ): string | undefined {
    const { owner, path, collection } = place
    const now = clock()
    if (!exists(statements, place)) return undefined
    asCaller(() => check?.(getRevision(statements, place)))
    const earlier = key && statements.findCreation.get(owner, collection, key.name, now)
    if (earlier !== undefined) return toText(earlier)
    statements.insert.run(owner, collection, id, path, text, creator)
    statements.entries.change(place, id, undefined, text)
    if (key === undefined) return text
    statements.forgetCreations.run(now)
    statements.keepCreation.run(owner, collection, key.name, text, now + key.ttlHours * 60 * 60 * 1000)
    return text
  }

  function remove(statements: Statements, place: Place, id: string, check?: Check): Deletion | undefined {
    const found = find(statements, place, id)
    if (found === undefined) return undefined
    asCaller(() => check?.(found.text, found.creator))
    const policy = byPath.get(place.path)?.children
    if (policy !== undefined && !removeBelow(statements, place, id, policy === 'cascade' ? maxDescendants : 0)) {
      return 'has-children'
    }
    statements.remove.run(place.owner, place.collection, id)
    statements.entries.change(place, id, found.text)
    return 'deleted'
  }

  /** Other writes share the database transaction. */
  function commit(statements: Statements, reads: Reads, writes: Write[]): Commit {
    const { save, undo, release } = statements
    const store: SynchronousStore = {
      find: (place, id) => find(statements, place, id),
      revision: (place) => getRevision(statements, place),
      create: (place, creation) => create(statements, place, creation),
      replace(place, id, text) {
        const before = find(statements, place, id)?.text
        if (before !== undefined) replace(statements, place, id, before, text)
        return before !== undefined
      },
      remove: (place, id) => remove(statements, place, id),
      begin() {
        save.run()
        return { undo: () => void undo.run(), end: () => void release.run() }
      },
    }
    return commitNow(store, reads, writes)
  }

  return { create, remove, commit }
}

/** An error of a function that the caller has passed. */
export class OfCaller extends Error {}

export function asCaller<T>(run: () => T): T {
  try {
    return run()
  } catch (cause) {
    throw new OfCaller('A function of the caller has thrown.', { cause })
  }
}

/** Returns whether the item then has no children. @param most More are not deleted. */
function removeBelow(statements: Statements, place: Place, id: string, most: number): boolean {
  const range = [place.owner, ...getDescendants(place, id)] as const
  const [count] = statements.countBelow.get(...range, most + 1) as unknown as [number]
  if (count > most) return false
  for (const name of ['removeBelow', 'forgetKeysBelow', 'forgetRevisionsBelow'] as const) statements[name].run(...range)
  statements.entries.removeBelow(...range)
  return true
}

export function replace({ update, entries }: Statements, place: Place, id: string, before: string, text: string): void {
  update.run(place.owner, place.collection, id, text)
  entries.change(place, id, before, text)
}

export function exists(statements: Statements, { parent }: Place): boolean {
  return parent === undefined || find(statements, parent.place, parent.id) !== undefined
}

export function find({ get }: Statements, { owner, collection }: Place, id: string) {
  const row = get.get(owner, collection, id)
  if (row === undefined) return undefined
  const [text, creator] = row as unknown as [string, string]
  return { text, creator }
}

// A collection without items, now and before, has none.
export function getRevision({ revision }: Statements, { owner, collection }: Place): string {
  const row = revision.get(owner, collection)
  return row === undefined ? '' : toText(row)
}

// `setReturnArrays` makes each row an array in the order of the selected columns. The types of Node do not say so.
export function toText(row: unknown): string {
  const [text] = row as [string]
  return text
}
