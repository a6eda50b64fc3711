// What to do if the database cannot be used at the start.

import { UnusableDatabase } from './prepare.ts'
import { ReadOnlyReplica } from './primary.ts'

const createDatabase = 'Create the database, or correct its name'
const checkAccess = 'Check the user and the password'
const checkServer = 'Check that the server runs, and its host and port'

/** By SQLSTATE, https://www.postgresql.org/docs/current/errcodes-appendix.html, or by the code of Node. */
const advice: Record<string, string> = {
  '28000': checkAccess,
  '28P01': checkAccess,
  '3D000': createDatabase,
  '42501': 'Give the user the right to create tables there',
  '53300': 'Allow the server more connections, or set a smaller DATABASE_POOL_SIZE=',
  ECONNREFUSED: checkServer,
  ECONNRESET: checkServer,
  EHOSTUNREACH: checkServer,
  ENOTFOUND: checkServer,
  ENOENT: 'Check the paths of files',
  EAI_AGAIN: checkServer,
}

export function adviceForPostgres(error: unknown): string {
  const { cause, code } = Object(error)
  if (error instanceof ReadOnlyReplica) return 'Add the primary to DATABASE_URL=.'
  if (error instanceof UnusableDatabase) return error.advice
  const found = advice[String(code)]
  if (found !== undefined) return `${found}${found.includes('=') ? '' : ' in DATABASE_URL='}.`
  return cause === undefined ? 'Check DATABASE_URL=.' : adviceForPostgres(cause)
}
