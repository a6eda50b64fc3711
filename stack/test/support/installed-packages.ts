// Large packages that only some tests or proofs need, in a folder with its own lock file. The first process that needs
// them installs them, and the others wait.
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './folder.ts'
import { getOutput } from './process.ts'

const npmCi = 'ci --ignore-scripts --include=optional --loglevel=error --no-audit --no-fund'.split(' ')

/** An installation takes half a minute, or more if the network is slow. */
const installTimeoutMs = 300_000

/**
 * Installs the packages of a folder if they are not installed, or if its lock file has changed since.
 * @param notice Description of the packages, for the user who waits.
 * @param unpack Runs after npm.
 */
export async function installPackages(folder: string, notice: string, unpack = async () => {}): Promise<void> {
  const stamp = join(folder, 'node_modules/.installed')
  const lockFile = await readFile(join(folder, 'package-lock.json'), 'utf8')
  const isInstalled = async () => (await readFile(stamp, 'utf8').catch(() => undefined)) === lockFile
  if (await isInstalled()) return
  await withLock(join(root, `dist/installing-${basename(folder)}`), async () => {
    if (await isInstalled()) return
    process.stderr.write(`Installing ${notice}...\n`)
    await getOutput('npm', npmCi, { cwd: folder })
    await unpack()
    await writeFile(stamp, lockFile)
  })
}

// `mkdir` is atomic: only one process creates the folder. A folder older than the timeout is of a killed process.
async function withLock(lock: string, run: () => Promise<void>): Promise<void> {
  await mkdir(join(lock, '..'), { recursive: true })
  while (!(await mkdir(lock).then(() => true, returnFalseIfExists))) {
    const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > installTimeoutMs) await rm(lock, { recursive: true, force: true })
    await sleep(200)
  }
  await run().finally(() => rm(lock, { recursive: true, force: true }))
}

function returnFalseIfExists(error: NodeJS.ErrnoException): boolean {
  if (error.code !== 'EEXIST') throw error
  return false
}
