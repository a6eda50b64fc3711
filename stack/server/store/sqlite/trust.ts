// The trusted collections: each item was valid, byte for byte, when stored. Triggers notice what other programs change.
import type { DatabaseSync } from 'node:sqlite'
import type { SynchronousItems } from '../../../core/stores/synchronous-store.ts'

export interface Trust extends NonNullable<SynchronousItems['trust']> {
  /** Trusts these collections, except those in which a write since the start has stored an item that is not trusted. */
  begin: (paths: string[]) => void
}

/** @param key `Validation.key` that the last check must have had. `undefined`: nothing is trusted. */
export function prepareTrust(database: DatabaseSync, key: string | undefined): Trust {
  const selectTrusted = database.prepare('SELECT path FROM item_trust WHERE (SELECT contract FROM item_check) = ?')
  const add = database.prepare('INSERT INTO item_trust VALUES (?)')
  const remove = database.prepare('DELETE FROM item_trust WHERE path = ?')
  const deleteAll = database.prepare('DELETE FROM item_trust')
  /** `false`: not trusted before the next start. */
  const trustByPath = new Map(selectTrusted.all(key ?? null).map(({ path }) => [String(path), true]))

  return {
    has: (path) => trustByPath.get(path) === true,
    update(path, isAsSent) {
      if (!isAsSent) trustByPath.set(path, false)
      // Removes the trust of another contract too.
      if (trustByPath.get(path) !== true) remove.run(path)
    },
    begin(paths) {
      deleteAll.run()
      for (const path of paths.filter((candidate) => trustByPath.get(candidate) !== false)) {
        add.run(path)
        trustByPath.set(path, true)
      }
    },
  }
}
