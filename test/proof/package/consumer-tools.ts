// The compilers, runtimes and checkers of packages in tools/consumers. They are large, so the first test that needs them
// installs them. Tests run in parallel: one installs, and the others wait.
import { globSync } from 'node:fs'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../../support/folder.ts'
import { outputOf } from '../../support/process.ts'

const folder = join(root, 'tools/consumers')
const stamp = join(folder, 'node_modules/.installed')
const npmCi = 'ci --ignore-scripts --include=optional --loglevel=error --no-audit --no-fund'.split(' ')

/** For the hook of a test that may install: it takes half a minute, or more if the network is slow. */
export const installTimeoutMs = 300_000

/** The path of a file in these packages, by a glob: the name of a package can contain that of the machine. */
export async function consumerTool(glob: string): Promise<string> {
  const path = await findConsumerTool(glob)
  if (path === undefined) throw new Error(`tools/consumers/node_modules has no ${glob} for this machine.`)
  return path
}

/** Like `consumerTool`, for packages that the npm registry does not have for every machine. */
export async function findConsumerTool(glob: string): Promise<string | undefined> {
  await installConsumerTools()
  return globSync(glob, { cwd: join(folder, 'node_modules') }).map((path) => join(folder, 'node_modules', path))[0]
}

export async function installConsumerTools(): Promise<void> {
  const lockFile = await readFile(join(folder, 'package-lock.json'), 'utf8')
  const isInstalled = async () => (await readFile(stamp, 'utf8').catch(() => undefined)) === lockFile
  if (await isInstalled()) return
  await withLock(join(root, 'dist/installing-consumers'), async () => {
    if (await isInstalled()) return
    process.stderr.write('Installing the tools that test the client package (once, 600 MB)...\n')
    await outputOf('npm', npmCi, { cwd: folder, timeoutMs: installTimeoutMs })
    await writeFile(stamp, lockFile)
  })
}

// Only one process can create a folder. A folder older than the timeout is from a process that was killed.
async function withLock(lock: string, run: () => Promise<void>): Promise<void> {
  await mkdir(join(lock, '..'), { recursive: true })
  while (!(await mkdir(lock).then(() => true, isTaken))) {
    const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > installTimeoutMs) await rm(lock, { recursive: true, force: true })
    await sleep(200)
  }
  await run().finally(() => rm(lock, { recursive: true, force: true }))
}

function isTaken(error: NodeJS.ErrnoException): boolean {
  if (error.code !== 'EEXIST') throw error
  return false
}
