// The contract tester on rooms: it finds no violation in the service over PostgreSQL and the mock, and it finds faults.

import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mapValues } from '../../contract/model/node.ts'
import type { Contract } from '../../core/contract/contract.ts'
import { readContract } from '../../tester/contract/tested-contract.ts'
import { invariants } from '../../tester/invariants/invariants.ts'
import { formatFailures } from '../../tester/report.ts'
import { runSuite } from '../../tester/suite.ts'
import { failedCaseNames } from '../constructs/suite.ts'
import { newDatabase } from '../support/postgres/database.ts'
import { readSeed } from '../support/read-settings.ts'
import { rooms } from '../support/rooms.ts'
import { startMock, startService } from '../support/service.ts'
import { tokenSetFactory } from '../support/tokens.ts'
import { waitMs } from '../support/wait.ts'

const contract = await readContract(join(rooms.folder, 'generated/openapi.yaml'))
const options = { contract, mayWrite: true, isMock: false, timeoutMs: waitMs }
const seed = readSeed()
const suite = { seed, perCategory: 1, statefulTests: 1, skip: [] }

it(`the service over PostgreSQL keeps the contract, with the same responses as the mock with state (SEED=${seed})`, async () => {
  // With RATE_LIMIT_PER_MINUTE=0, no response would have the documented headers of the rate limit.
  const settings = { RATE_LIMIT_PER_MINUTE: '9999999', DATABASE_URL: (await newDatabase()).url }
  await using service = await startService({ api: rooms, settings })
  await using mock = await startMock({ stateful: true }, { api: rooms })
  const tokens = await (await tokenSetFactory(service.folder, { ...rooms.contract, scopes: contract.scopes }))()
  const target = {
    ...options,
    url: service.url,
    compare: mock.url,
    tokens,
    origin: 'http://localhost:5173',
    isStrict: true,
  }
  // Categories that depend on the database. lab/contract/ and constructs/conformance.test.ts run the others over SQLite.
  const only = ['valid requests', 'random histories', ...invariants.map(({ name }) => name)]
  const result = await runSuite(target, { ...suite, only })
  expect(formatFailures(result)).toBe('')
  expect(result.cases.length).toBeGreaterThan(50)
  expect(result.undeletedItems).toEqual([])
})

/** Serves rooms whose seats have another default. */
function changeDefault({ collections, ...served }: Contract): Contract {
  const changed = collections.map((list) => {
    const fields = { ...list.fields, seats: { ...list.fields.seats, default: 1 } }
    return list.path === '/rooms' ? { ...list, fields } : list
  })
  return { ...served, collections: changed }
}

it.each([
  ['a default is not that of the contract', 'random histories: /rooms', changeDefault],
  [
    'the dates of a deprecated parameter are missing',
    'valid requests',
    ({ operations, ...served }: Contract) => {
      return { ...served, operations: mapValues(operations, (operation) => ({ ...operation, deprecatedParts: [] })) }
    },
  ],
])('the contract tester finds a service where %s', async (_, rule, change) => {
  expect(await failedCaseNames(change(rooms.contract), rooms, contract, { ...suite, only: [rule] })).toContain(rule)
})
