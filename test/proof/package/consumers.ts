// What the package is tried with besides what everybody has: tools/consumers. It is large, so it comes with the first
// test that asks for it. Tests run side by side; one of them installs, and the others wait.
import { globSync } from 'node:fs'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { root } from '../../support/folder.ts'
import { outputOf } from '../../support/process.ts'

const folder = join(root, 'tools/consumers')
const stamp = join(folder, 'node_modules/.installed')
const npmCi = 'ci --ignore-scripts --include=optional --loglevel=error --no-audit --no-fund'.split(' ')

/** For the hook of a test that asks first; an installation takes half a minute, and more where the network is slow. */
export const installDeadlineMs = 300_000

/** The path of a file in these packages, by a pattern, since the name of a package may have that of the machine in it. */
export async function consumer(pattern: string): Promise<string> {
  const path = await consumerIfAny(pattern)
  if (path === undefined) throw new Error(`There is no ${pattern} in tools/consumers/node_modules for this machine.`)
  return path
}

/** As `consumer`, for what the npm registry does not have for every machine. */
export async function consumerIfAny(pattern: string): Promise<string | undefined> {
  await consumersInstalled()
  return globSync(pattern, { cwd: join(folder, 'node_modules') }).map((path) => join(folder, 'node_modules', path))[0]
}

/** The first time it takes a while, and says so. */
export async function consumersInstalled(): Promise<void> {
  const wanted = await readFile(join(folder, 'package-lock.json'), 'utf8')
  const isThere = async () => (await readFile(stamp, 'utf8').catch(() => undefined)) === wanted
  if (await isThere()) return
  await alone(join(root, 'dist/installing-consumers'), async () => {
    if (await isThere()) return
    process.stderr.write('Installing what the client package is tried with (once, 600 MB)...\n')
    await outputOf('npm', npmCi, { cwd: folder, timeoutMs: installDeadlineMs })
    await writeFile(stamp, wanted)
  })
}

// A folder is made by one process only. One that is as old as this has been left by a process that was killed.
async function alone(lock: string, run: () => Promise<void>): Promise<void> {
  await mkdir(join(lock, '..'), { recursive: true })
  while (!(await mkdir(lock).then(() => true, isTaken))) {
    const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > installDeadlineMs) await rm(lock, { recursive: true, force: true })
    await setTimeout(200)
  }
  await run().finally(() => rm(lock, { recursive: true, force: true }))
}

function isTaken(error: NodeJS.ErrnoException): boolean {
  if (error.code !== 'EEXIST') throw error
  return false
}
