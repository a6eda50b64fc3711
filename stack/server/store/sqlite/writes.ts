// What a store over SQLite writes inside a transaction of the database.
import type { StatementSync } from 'node:sqlite'
import type { CollectionData } from '../../../core/contract/contract-data.ts'
import {
  type Check,
  type Commit,
  type Creation,
  type Deletion,
  descendantsOf,
  maxDescendants,
  type Place,
  type Reads,
  type Write,
} from '../../../core/resources/item-store.ts'
import type { Name } from './statements.ts'

/** The lists by their collection and their filters. */
export type Statements = Record<Name, StatementSync> & { lists: Map<string, StatementSync> }

/** @param clock Decides when an idempotency key expires. */
export function writesOf(collections: CollectionData[], clock: () => number) {
  const byPath = new Map(collections.map((collection) => [collection.path, collection]))

  function create(
    statements: Statements,
    place: Place,
    { id, text, creator = '', key, check }: Creation,
  ): string | undefined {
    const { owner, path, collection } = place
    const now = clock()
    if (!exists(statements, place)) return undefined
    asCaller(() => check?.(revisionOf(statements, place)))
    const earlier = key && statements.findCreation.get(owner, collection, key.name, now)
    if (earlier !== undefined) return textOf(earlier)
    statements.insert.run(owner, collection, id, path, text, creator)
    if (key === undefined) return text
    statements.forgetCreations.run(now)
    statements.keepCreation.run(owner, collection, key.name, text, now + key.keptHours * 60 * 60 * 1000)
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
    return 'deleted'
  }

  /** @returns Why the write was not made; `undefined` if it was. */
  function refusalOf(statements: Statements, write: Write): Exclude<Commit, 'committed'> | undefined {
    const { place, id } = write
    if (write.kind !== 'create' && write.creator !== undefined) {
      const found = find(statements, place, id)
      if (found !== undefined && found.creator !== write.creator) return { ofAnother: place }
    }
    if (write.kind === 'update') {
      const { changes } = statements.update.run(place.owner, place.collection, id, write.text)
      return changes === 0 ? 'stale' : undefined
    }
    if (write.kind === 'create') {
      const text = create(statements, place, write)
      if (text === undefined) return 'stale'
      return text === write.text ? undefined : { earlier: text }
    }
    const outcome = remove(statements, place, id)
    if (outcome === undefined) return 'stale'
    return outcome === 'deleted' ? undefined : { withChildren: place }
  }

  /** Other writes share the database transaction. */
  function commit(statements: Statements, { items, revisions }: Reads, writes: Write[]): Commit {
    const isSame =
      items.every(({ place, id, text }) => find(statements, place, id)?.text === text) &&
      revisions.every(({ place, revision }) => revisionOf(statements, place) === revision)
    if (!isSame) return 'stale'
    statements.save.run()
    try {
      for (const one of writes) {
        const refusal = refusalOf(statements, one)
        if (refusal === undefined) continue
        statements.undo.run()
        return refusal
      }
    } catch (error) {
      statements.undo.run()
      throw error
    } finally {
      statements.release.run()
    }
    return 'committed'
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
  const range = [place.owner, ...descendantsOf(place, id)] as const
  const [count] = statements.countBelow.get(...range, most + 1) as unknown as [number]
  if (count > most) return false
  for (const name of ['removeBelow', 'forgetKeysBelow', 'forgetRevisionsBelow'] as const) statements[name].run(...range)
  return true
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
export function revisionOf({ revision }: Statements, { owner, collection }: Place): string {
  const row = revision.get(owner, collection)
  return row === undefined ? '' : textOf(row)
}

// `setReturnArrays` makes each row an array in the order of the selected columns. The types of Node do not say so.
export function textOf(row: unknown): string {
  const [text] = row as [string]
  return text
}
