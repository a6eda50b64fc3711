// SQLite: whose plants a statement sees, what survives, and who else may have the file.
import type { Fault } from '../fault.ts'

const file = 'server/store/sqlite.ts'
const watch = ['test/server/store/sqlite.test.ts']
const retries = ['test/server/core/plants/idempotency-key.test.ts']
const update = ['test/server/core/plants/plant-handlers/update-plant.test.ts']

export const storeFaults: Fault[] = [
  {
    guard: "A list has its owner's plants only.",
    file,
    edits: [['FROM plant WHERE owner = ? AND id > ?', 'FROM plant WHERE ? IS NOT NULL AND id > ?']],
    watch,
    named: 'owners',
  },
  {
    guard: "A list by tag has its owner's plants only.",
    file,
    edits: [['WHERE owner = ? AND tag = ? AND id > ?', 'WHERE ? IS NOT NULL AND tag = ? AND id > ?']],
    watch,
    named: 'owners',
  },
  {
    guard: 'A plant is read by its owner only.',
    file,
    edits: [['FROM plant WHERE owner = ? AND id = ?`', 'FROM plant WHERE ? IS NOT NULL AND id = ?`']],
    watch,
    named: 'owners',
  },
  {
    guard: "A change is made to the owner's plant only.",
    file,
    edits: [['updated_at = ? WHERE owner = ? AND id = ?', 'updated_at = ? WHERE ? IS NOT NULL AND id = ?']],
    watch,
    named: 'owners',
  },
  {
    guard: "A deletion is of the owner's plant only.",
    file,
    edits: [["'DELETE FROM plant WHERE owner = ? AND id = ?'", "'DELETE FROM plant WHERE ? IS NOT NULL AND id = ?'"]],
    watch,
    named: 'owners',
  },
  {
    guard: 'A key is of its owner.',
    file,
    edits: [['FROM creation WHERE owner = ? AND key = ?', 'FROM creation WHERE ? IS NOT NULL AND key = ?']],
    watch: retries,
  },
  {
    guard: 'A key that is forgotten is of its owner.',
    file,
    edits: [
      [
        'WHERE (owner, key) IN\n                    (SELECT owner, key FROM',
        'WHERE key IN\n                    (SELECT key FROM',
      ],
    ],
    watch,
  },
  {
    guard: 'A key is forgotten after its time.',
    file,
    edits: [['AND key = ? AND expires_at > ?', 'AND key = ? AND ? IS NOT NULL']],
    watch: retries,
  },
  {
    guard: 'A key is kept for all of its time.',
    file,
    edits: [['keptHours * 60 * 60 * 1000', 'keptHours * 60 * 1000']],
    watch: retries,
  },
  {
    guard: 'Forgotten keys are taken out of the file.',
    file,
    edits: [['        prepared.forgetCreations.run(now)\n', '']],
    watch,
  },
  {
    guard: 'Not so many keys are forgotten at once that others wait.',
    file,
    edits: [['ORDER BY expires_at LIMIT 10)', 'ORDER BY expires_at)']],
    watch,
  },
  {
    guard: 'Key and plant are written in one transaction.',
    file,
    edits: [
      ["if (database.isTransaction) database.exec('ROLLBACK')", "if (database.isTransaction) database.exec('COMMIT')"],
    ],
    watch,
  },
  {
    guard: 'What a callback throws leaves everything as it was, and the store usable.',
    file,
    edits: [["if (database.isTransaction) database.exec('ROLLBACK')", '']],
    watch: ['test/server/core/plants/conditional-requests.test.ts'],
    named: 'If-Match with a change',
  },
  {
    guard: 'What is acknowledged has been written to the disk. (SQLite: NORMAL loses it with the power.)',
    file,
    edits: [['synchronous = FULL', 'synchronous = NORMAL']],
    watch,
  },
  {
    guard: 'The file is written ahead, and so survives a killed process.',
    file,
    edits: [['PRAGMA journal_mode = WAL; ', '']],
    watch,
  },
  {
    guard: 'A second server does not get the file.',
    file,
    edits: [['PRAGMA locking_mode = EXCLUSIVE; ', '']],
    watch,
  },
  {
    guard: 'Data of a newer version is refused.',
    file,
    edits: [['version > migrations.length', 'version < 0']],
    watch,
  },
  {
    guard: 'A list by tag walks the index made for it. (SQLite: would walk all plants of the owner.)',
    file,
    edits: [['FROM plant INDEXED BY plant_by_tag', 'FROM plant']],
    watch,
  },
  {
    guard: 'A list is in the order of ids.',
    file,
    edits: [['id > ? ORDER BY id LIMIT ?`,\n  listTagged', 'id > ? ORDER BY id DESC LIMIT ?`,\n  listTagged']],
    watch,
  },
  {
    guard: 'A list starts after the id, and not at it.',
    file,
    edits: [['FROM plant WHERE owner = ? AND id > ?', 'FROM plant WHERE owner = ? AND id >= ?']],
    watch,
  },
  {
    guard: 'A plant that did not change is not written, and one that did is.',
    file,
    edits: [['if (next !== plant) prepared', 'if (next === plant) prepared']],
    watch: update,
  },
]
