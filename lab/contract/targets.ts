// The systems under test of `make contract`: the service over each database and both mocks of this checkout. Each is a
// process on a free port of loopback, and is compared with the service over SQLite if it has the same state.
import { product } from '../../generated/product.ts'
import { newDatabase } from '../../stack/test/support/postgres/database.ts'
import { tokenSetFactory } from '../../stack/test/support/tokens.ts'
import type { SystemOptions } from '../../stack/tester/system-under-test.ts'
import { startProcess, usedFolder } from '../../test/support/service-process.ts'
import { contract } from '../../test/support/tested-contract.ts'

export interface NamedTarget {
  name: string
  options: Omit<SystemOptions, 'timeoutMs'>
  coverage: boolean
  skip: string[]
}

const origin = 'http://localhost:5173'
const script = 'server/mock.ts'

/** Starts the processes. `cleanUp` of stack/test/support/folder.ts ends them. */
export async function startTargets(): Promise<NamedTarget[]> {
  // Both services use the signing key in this folder. The rate limit is high enough for each run. Without a limit, the
  // responses would lack its headers.
  const settings = { DATA: await usedFolder(), RATE_LIMIT_PER_MINUTE: '9999999' }
  const newTokenSet = await tokenSetFactory(settings.DATA, { product, scopes: contract.scopes })
  const [sqlite, postgres, mock, stateful] = await Promise.all([
    startProcess(settings),
    startProcess({ ...settings, DATABASE_URL: (await newDatabase()).url }),
    startProcess({}, { script }),
    startProcess({ STATEFUL: '1' }, { script }),
  ])
  const common = { contract, mayWrite: true, isMock: false, isStrict: true, origin }
  const comparison = { compare: sqlite.url }
  const withSqlite = 'compared with the service over SQLite'
  const toTarget = async (name: string, { url }: { url: string }, more: Partial<SystemOptions> = {}) => {
    return { name, options: { ...common, url, tokens: await newTokenSet(), ...more }, coverage: false, skip: [] }
  }
  return [
    { ...(await toTarget('the service over SQLite', sqlite)), coverage: true },
    { ...(await toTarget(`the service over PostgreSQL, ${withSqlite}`, postgres, comparison)), coverage: true },
    // The mock verifies no signatures.
    {
      ...(await toTarget(`the mock with state, ${withSqlite}`, stateful, comparison)),
      skip: ['a token that is not valid'],
    },
    await toTarget('the mock', mock, { tokens: { token: 'any' }, isMock: true }),
  ]
}
