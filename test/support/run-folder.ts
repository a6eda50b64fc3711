// Prepares a run of the tests: the generated files of rooms, and one temporary folder. At the end, even after Ctrl-C, everything
// is removed that tests and their processes leave behind.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanUp } from '../../stack/test/support/folder.ts'
import { offerToTests } from '../../stack/test/support/once-per-run.ts'
import { generate, roomsFolder, startGenerator } from '../../stack/test/support/product.ts'
import { builders } from './once-built.ts'

/** Called by vitest before the run. @returns A function that vitest calls after the run. */
export default async function setUp(): Promise<() => Promise<void>> {
  await generate(roomsFolder)
  return makeRunFolder()
}

/** @returns A function that ends the processes that the tests share, and removes the folder. */
export function makeRunFolder(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tests-run-'))
  chmodSync(folder, 0o711) // PostgreSQL runs as another user if the tests run as root
  process.env.TMPDIR = folder
  const data = makeMemoryFolder()
  if (data !== undefined) process.env.TEST_DATA = data
  const folders = [folder, data].filter((path) => path !== undefined)
  // Processes of the tests load modules that an earlier process compiled.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')
  const close = offerToTests(folder, async () => ({
    ...builders,
    generator: startGenerator,
    installation: (await import('../../stack/test/support/postgres/installation.ts')).prepareInstallation,
    server: (await import('../../stack/test/support/postgres/database.ts')).startSharedServer,
  }))
  // Processes that end late may still write.
  const remove = () => {
    for (const path of folders) rmSync(path, { recursive: true, force: true, maxRetries: 10 })
  }
  process.once('exit', remove)
  // While this process has a child, execa would end it by the signal, and there would be no exit.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(process.exitCode ?? 1))
  return async () => {
    close()
    await cleanUp()
    remove()
  }
}

/** Creates a folder in the shared memory of Linux, if 2 GB are free. Containers often have less. */
function makeMemoryFolder(): string | undefined {
  const path = '/dev/shm'
  if (!existsSync(path)) return undefined
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize < 2e9 ? undefined : mkdtempSync(join(path, 'tests-data-'))
}
