// SQL: StrykerJS replaces a statement as a whole, which every test notices.
import { faultsIn } from './fault.ts'

export const storeFaults = [
  ...faultsIn('server/store/sqlite.ts', 'vitest run test/server/store/sqlite.test.ts', [
    [
      "A list contains only its owner's plants.",
      ['FROM plant WHERE owner = ? AND id > ?', 'FROM plant WHERE ? IS NOT NULL AND id > ?'],
    ],
    [
      "A list by tag contains only its owner's plants.",
      ['WHERE owner = ? AND tag = ? AND id > ?', 'WHERE ? IS NOT NULL AND tag = ? AND id > ?'],
    ],
    [
      'Only its owner can read a plant.',
      ['FROM plant WHERE owner = ? AND id = ?`', 'FROM plant WHERE ? IS NOT NULL AND id = ?`'],
    ],
    [
      'Only its owner can change a plant.',
      ['WHERE owner = ?1 AND id = ?2 AND (?6', 'WHERE ?1 IS NOT NULL AND id = ?2 AND (?6'],
    ],
    [
      'Only its owner can delete a plant.',
      ['WHERE owner = ?1 AND id = ?2 AND (?3', 'WHERE ?1 IS NOT NULL AND id = ?2 AND (?3'],
    ],
    ['A list is sorted by id.', ['ORDER BY id LIMIT ?`,\n  listTagged', 'ORDER BY id DESC LIMIT ?`,\n  listTagged']],
    ['A page starts after the position, not at it.', ['WHERE owner = ? AND id > ?', 'WHERE owner = ? AND id >= ?']],
    ['A list by tag uses its index. (SQLite: would read all plants of the owner.)', [' INDEXED BY plant_by_tag', '']],
    [
      'The store removes expired keys of their owner only.',
      ['(owner, key) IN', 'key IN'],
      ['SELECT owner, key', 'SELECT key'],
    ],
    ['The store removes only a few expired keys at a time.', ['ORDER BY expires_at LIMIT 10)', 'ORDER BY expires_at)']],
  ]),
  ...faultsIn('server/store/sqlite-file.ts', 'vitest run test/server/store/sqlite.test.ts', [
    [
      'A confirmed write is on the disk. (SQLite: NORMAL loses it in a power failure.)',
      ['synchronous = FULL', 'synchronous = NORMAL'],
    ],
    ['The database survives a killed process.', ['PRAGMA journal_mode = WAL; ', '']],
    ['A second server cannot open the database.', ['PRAGMA locking_mode = EXCLUSIVE; ', '']],
  ]),
  ...faultsIn('server/store/sqlite-file.ts', 'vitest run test/server/store/sqlite-connection/files.test.ts', [
    ['A lost database is not replaced by an empty one.', ['version === 0 && !mayCreate', 'version < 0']],
    ['Damaged data are noticed when the file is opened.', ['quick_check(1)', 'user_version'], ["!== 'ok'", "=== 'ok'"]],
  ]),
  ...faultsIn('server/store/sqlite-connection.ts', 'vitest run test/server/store/group-commit.test.ts', [
    [
      'A write that fails is undone.',
      ["if (database.isTransaction) database.exec('ROLLBACK')", "if (database.isTransaction) database.exec('COMMIT')"],
    ],
  ]),
  ...faultsIn('server/store/sqlite.ts', 'vitest run test/server/core/plants/idempotency-key.test.ts', [
    [
      'An idempotency key belongs to its owner.',
      ['FROM creation WHERE owner = ? AND key = ?', 'FROM creation WHERE ? IS NOT NULL AND key = ?'],
    ],
    ['An idempotency key expires.', ['AND key = ? AND expires_at > ?', 'AND key = ? AND ? IS NOT NULL']],
  ]),
]
