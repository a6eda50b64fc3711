// What the contract tester runs on: the service over each engine and both mocks of this checkout, each one a process
// on a free port of loopback, and what each one is compared with.
import { product } from '../../generated/product.ts'
import { newDatabase } from '../../stack/test/support/postgres/database.ts'
import { newCallers } from '../../stack/test/support/tokens.ts'
import type { TargetOptions } from '../../stack/tester/target.ts'
import { startProcess, usedFolder } from '../../test/support/service-process.ts'
import { contract } from '../../test/support/tested-contract.ts'

export interface NamedTarget {
  name: string
  options: Omit<TargetOptions, 'timeoutMs'>
  /** Whether it can return every documented response. */
  coverage: boolean
  /** What it cannot do. */
  skip: string[]
}

const origin = 'http://localhost:5173'
const script = 'server/mock.ts'

/** Ended by `cleanUp` of stack/test/support/folder.ts. */
export async function startTargets(): Promise<NamedTarget[]> {
  // Both services use the key in this folder. The limit is high enough for every run. Without one, no response has its
  // headers.
  const settings = { DATA: await usedFolder(), RATE_LIMIT_PER_MINUTE: '9999999' }
  const newCaller = await newCallers(settings.DATA, { product, scopes: contract.scopes })
  const [sqlite, postgres, mock, stateful] = await Promise.all([
    startProcess(settings),
    startProcess({ ...settings, DATABASE_URL: (await newDatabase()).url }),
    startProcess({}, { script }),
    startProcess({ STATEFUL: '1' }, { script }),
  ])
  const options = { contract, mayWrite: true, isMock: false, isStrict: true, origin }
  const compared = { ...options, compare: sqlite.url }
  return [
    {
      name: 'the service over SQLite',
      options: { ...options, url: sqlite.url, tokens: await newCaller() },
      coverage: true,
      skip: [],
    },
    {
      name: 'the service over PostgreSQL, compared with the service over SQLite',
      options: { ...compared, url: postgres.url, tokens: await newCaller() },
      coverage: true,
      skip: [],
    },
    {
      name: 'the mock with state, compared with the service over SQLite',
      options: { ...compared, url: stateful.url, tokens: await newCaller() },
      coverage: false,
      // It verifies no signature.
      skip: ['a token that is not valid'],
    },
    {
      name: 'the mock',
      options: { ...options, url: mock.url, tokens: { token: 'any' }, isMock: true },
      coverage: false,
      skip: [],
    },
  ]
}
