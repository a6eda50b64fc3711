// One temporary folder for each run of the tests: everything that tests and their processes leave behind is gone at the
// end, also after Ctrl-C.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Called by vitest before the run. @returns What vitest calls after the run. */
export default function setUp(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'plants-run-'))
  process.env.TMPDIR = folder
  // Processes that end late may still write.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  process.once('exit', remove)
  return remove
}
