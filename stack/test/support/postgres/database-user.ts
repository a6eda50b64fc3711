// PostgreSQL refuses to run as root. When the tests run as root, its processes run as `nobody`.
import { readFileSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import { newFolder } from '../folder.ts'

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
