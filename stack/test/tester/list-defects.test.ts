// The contract tester finds defects of lists: each one replaces functions of a correct implementation of lists.
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { deleteCreated, Session } from '../../tester/call.ts'
import { getCollections } from '../../tester/contract/collections.ts'
import { readContract } from '../../tester/contract/tested-contract.ts'
import { histories } from '../../tester/jobs.ts'
import { runHistory } from '../../tester/stateful-tests/history.ts'
import { SystemUnderTest } from '../../tester/system-under-test.ts'
import { productOf } from '../support/product.ts'
import { startService } from '../support/service.ts'
import { closeAfterTests } from '../support/shared-service.ts'
import { waitMs } from '../support/wait.ts'
import { listDefects } from './list-defects.ts'
import { type Lists, startListFront } from './list-front.ts'

const product = await productOf('stack/test/tester/notes.yaml')
const contract = await readContract(join(product.folder, 'generated/openapi.yaml'))
const service = closeAfterTests(await startService({ api: product, settings: { RATE_LIMIT_PER_MINUTE: '9999999' } }))

const maxHistories = 20
let users = 0

/** Runs histories until one finds the defect. @returns The messages of its violations. */
async function findDefect(defect: Partial<Lists>, name: string): Promise<string[]> {
  await using front = await startListFront(service.url, defect)
  const tokens = {
    token: await service.token(`user${++users}`),
    otherCallerToken: await service.token(`user${++users}`),
  }
  using target = new SystemUnderTest({
    contract,
    url: front.url,
    tokens,
    mayWrite: true,
    isMock: false,
    timeoutMs: waitMs,
  })
  const [collection] = getCollections(contract)
  const test = histories.find((history) => history.name === name)
  if (!collection || !test) throw new Error(`${name} is not a stateful test, or the contract has no collection.`)
  for (let index = 0; index < (test.count ?? maxHistories); index++) {
    const session = new Session(target)
    const [steps = []] = fc.sample(test.historyFor(collection, index), { seed: 1 + index, numRuns: 1 })
    await runHistory(session, collection, steps, false)
    if (session.violations.length > 0) return session.violations.map(({ message }) => message)
    await deleteCreated(target)
  }
  return []
}

it.each(histories)('accepts correct lists with $name', async ({ name }) => {
  expect(await findDefect({}, name)).toEqual([])
})

it.each(listDefects)('finds a service where $name', async ({ breaks, foundBy }) => {
  expect(await findDefect(breaks, foundBy)).not.toEqual([])
})
