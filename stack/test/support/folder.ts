// Temporary folders for tests, and the clean-up after each test file.
import { cp, type DisposableTempDir, mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../..', import.meta.url))
let leftovers = new AsyncDisposableStack()

/** Creates a folder with copies of files and folders of the project, or an empty one. `await using` removes it. */
export async function temporaryFolder(...names: string[]): Promise<DisposableTempDir> {
  const folder = await mkdtempDisposable(join(names.length === 0 ? dataPath() : tmpdir(), 'tests-'))
  for (const name of names) await cp(join(root, name), join(folder.path, name), { recursive: true })
  return folder
}

/** Creates an empty folder that `cleanUp` removes. @param prefix Prefix of its name. Default: a folder for data. */
export async function newFolder(prefix?: string): Promise<string> {
  const path = prefix === undefined ? join(dataPath(), 'tests-') : join(tmpdir(), prefix)
  return leftovers.use(await mkdtempDisposable(path)).path
}

/** Parent of data folders: in memory if there is enough (run-folder.ts), because SQLite waits for the disk. */
function dataPath(): string {
  return process.env.TEST_DATA ?? tmpdir()
}

export function onCleanUp(dispose: () => Promise<void>): void {
  leftovers.defer(dispose)
}

/** Ends the processes of this test file and removes its folders, in reverse order. Runs after each test file. */
export async function cleanUp(): Promise<void> {
  const finished = leftovers
  leftovers = new AsyncDisposableStack()
  await finished.disposeAsync()
}

/** Makes a command clean up and exit with status 2 after a signal. @returns A function that removes the listeners. */
export function cleanUpOnSignals(): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const end = () => cleanUp().finally(() => process.exit(2))
  for (const signal of signals) process.once(signal, end)
  return () => {
    for (const signal of signals) process.off(signal, end)
  }
}
