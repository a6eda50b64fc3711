// The handlers for Mock Service Worker keep the contract.
import { expect, it } from 'vitest'
import { contract } from '../../generated/index.ts'
import * as validators from '../../generated/openapi-validators.js'
import { handlers } from '../../server/handlers.ts'
import { serveHandlers } from '../../stack/test/support/handlers-server.ts'
import { readSeed } from '../../stack/test/support/read-settings.ts'
import { waitMs } from '../../stack/test/support/wait.ts'
import { formatFailures } from '../../stack/tester/report.ts'
import { runSuite } from '../../stack/tester/suite.ts'
import { contract as testedContract } from '../../test/support/tested-contract.ts'

const seed = readSeed()

it(`the handlers keep the contract (SEED=${seed})`, async () => {
  await using target = await serveHandlers({ contract, validators, handlers }, testedContract)
  const { skip } = target
  const result = await runSuite({ ...target, timeoutMs: waitMs }, { seed, perCategory: 4, statefulTests: 2, skip })
  expect(formatFailures(result)).toBe('')
  expect(result.cases.length).toBeGreaterThan(150)
  expect(result.skipped.map(({ name }) => name)).toEqual(skip)
})
