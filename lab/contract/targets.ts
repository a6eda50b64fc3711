// What the contract tester runs on: the service over each engine and both mocks of this checkout, each one a process on a
// free port of loopback, and what each one is compared with.
import type { TargetOptions } from '../../stack/tester/target.ts'
import { contract } from '../../test/support/tested-contract.ts'
import { startMockProcess, startServiceProcess } from '../implementations.ts'

export interface NamedTarget {
  name: string
  options: Omit<TargetOptions, 'timeoutMs'>
  /** Whether it can return every documented response. */
  coverage: boolean
  /** What it cannot do. */
  skip: string[]
}

// High enough for every run. Without limits, no response has the documented headers.
const settings = { RATE_LIMIT_PER_MINUTE: '9999999' }
const origin = 'http://localhost:5173'

/** Ended by `cleanUp` of stack/test/support/folder.ts. */
export async function startTargets(): Promise<NamedTarget[]> {
  const [sqlite, mock, stateful] = await Promise.all([
    startServiceProcess('SQLite', { settings }),
    startMockProcess(),
    startMockProcess({ STATEFUL: '1' }),
  ])
  const postgres = await startServiceProcess('PostgreSQL', { settings, keyFrom: sqlite })
  const options = { contract, mayWrite: true, isMock: false, isStrict: true, origin }
  return [
    {
      name: 'the service over SQLite',
      options: { ...options, url: sqlite.url, tokens: await sqlite.newCaller() },
      coverage: true,
      skip: [],
    },
    {
      name: 'the service over PostgreSQL, compared with the service over SQLite',
      options: { ...options, url: postgres.url, compare: sqlite.url, tokens: await sqlite.newCaller() },
      coverage: true,
      skip: [],
    },
    {
      name: 'the mock with state, compared with the service over SQLite',
      options: { ...options, url: stateful.url, compare: sqlite.url, tokens: await sqlite.newCaller() },
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
