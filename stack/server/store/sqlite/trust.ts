// The collections whose items were all valid when they were stored. The triggers notice what other programs change.
import type { DatabaseSync } from 'node:sqlite'
import type { SynchronousItems } from '../../../core/stores/synchronous-store.ts'

export interface Trust extends NonNullable<SynchronousItems['trust']> {
  /** Trusts these collections, unless a write since the start has made that wrong. */
  begin: (paths: string[]) => void
}

/** @param key What the items of the last check must have been validated with. `undefined`: nothing is trusted. */
export function prepareTrust(database: DatabaseSync, key: string | undefined): Trust {
  const trusted = database.prepare('SELECT path FROM item_trust WHERE (SELECT contract FROM item_check) = ?')
  const add = database.prepare('INSERT INTO item_trust VALUES (?)')
  const remove = database.prepare('DELETE FROM item_trust WHERE path = ?')
  const deleteAll = database.prepare('DELETE FROM item_trust')
  /** `false`: not trusted before the next start. */
  const trustedItems = new Map(trusted.all(key ?? null).map(({ path }) => [String(path), true]))

  return {
    has: (path) => trustedItems.get(path) === true,
    update(path, isAsSent) {
      if (!isAsSent) trustedItems.set(path, false)
      // Also the trust of another contract.
      if (trustedItems.get(path) !== true) remove.run(path)
    },
    begin(paths) {
      deleteAll.run()
      for (const path of paths.filter((candidate) => trustedItems.get(candidate) !== false)) {
        add.run(path)
        trustedItems.set(path, true)
      }
    },
  }
}
