// Copies of the project to plant faults in: the project itself is never touched, and others may go on working on it.
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const consumers = join(root, 'tools/consumers/node_modules')
const notCopied = ['node_modules', '.git', '.data', 'dist']

export interface Copies extends AsyncDisposable {
  /** Of each copy. */
  folders: string[]
  /** Where whatever runs in the copies may leave what it likes. */
  scratch: string
}

/** All copies are alike: the project as it is at this moment. */
export async function copyProject(count: number): Promise<Copies> {
  const base = await mkdtemp(join(tmpdir(), 'faults-'))
  const scratch = join(base, 'scratch')
  await mkdir(scratch)
  const folders = Array.from({ length: count }, (_, index) => join(base, `copy-${index + 1}`))
  const [first, ...others] = folders
  if (first === undefined) throw new Error('There must be a copy.')
  const filter = (path: string) => !notCopied.includes(basename(path))
  // With their times: make takes packages for outdated where a copy's lock file is newer than they are.
  const whole = { recursive: true, preserveTimestamps: true }
  await cp(root, first, { ...whole, filter })
  for (const folder of others) await cp(first, folder, whole)
  // Asked once, so that copies stay alike while somebody installs them.
  const hasConsumers = existsSync(join(consumers, '.installed'))
  for (const folder of folders) {
    await linkModules(join(folder, 'node_modules'))
    if (hasConsumers) await symlink(consumers, join(folder, 'tools/consumers/node_modules'))
  }
  return { folders, scratch, [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true, maxRetries: 5 }) }
}

// Packages are shared, one by one, so that the client can be the copy's own; what tools keep there is not.
async function linkModules(folder: string): Promise<void> {
  const modules = join(root, 'node_modules')
  await mkdir(join(folder, '@plant-collection'), { recursive: true })
  await symlink('../../client', join(folder, '@plant-collection/client'))
  for (const name of await readdir(modules)) {
    const isPackage = !name.startsWith('.') || name === '.bin' || name === '.installed'
    if (isPackage && name !== '@plant-collection') await symlink(join(modules, name), join(folder, name))
  }
}

/** Changes a file for as long as `run` takes. */
export async function withChange<T>(
  folder: string,
  file: string,
  change: (sound: string) => string,
  run: () => Promise<T>,
): Promise<T> {
  const path = join(folder, file)
  const sound = await readFile(path, 'utf8')
  await writeFile(path, change(sound))
  try {
    return await run()
  } finally {
    await writeFile(path, sound)
  }
}

/** Each copy takes the next job when it has done one. */
export async function inAllCopies<Job>(
  { folders, scratch }: Copies,
  jobs: Job[],
  signal: AbortSignal,
  work: (job: Job, copy: { folder: string; scratch: string; signal: AbortSignal }) => Promise<void>,
): Promise<void> {
  const left = [...jobs]
  await Promise.all(
    folders.map(async (folder) => {
      for (let job = left.shift(); job !== undefined && !signal.aborted; job = left.shift()) {
        await work(job, { folder, scratch, signal })
      }
    }),
  )
}
