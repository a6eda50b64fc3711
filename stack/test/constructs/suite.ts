// The contract tester and the client of a product in tests.
import { join } from 'node:path'
import { expect } from 'vitest'
import { type ClientOptions, type ContractTypes, createClient } from '../../client/index.ts'
import type { Contract } from '../../core/contract/contract.ts'
import type { TestedContract } from '../../tester/contract/tested-contract.ts'
import { failedCases, formatFailures } from '../../tester/report.ts'
import { runSuite, type SuiteOptions } from '../../tester/suite.ts'
import type { Product } from '../support/product.ts'
import { startMock, startService } from '../support/service.ts'
import { waitMs } from '../support/wait.ts'

/** Expects that the contract tester finds no violation in the service, and no difference from the stateful mock. */
export async function testServiceAndMock(
  api: Product,
  contract: TestedContract,
  suite: SuiteOptions,
  [subject, otherSubject]: [subject?: string, otherSubject?: string] = [],
) {
  await using service = await startService({ api, settings: { RATE_LIMIT_PER_MINUTE: '9999999' } })
  await using mock = await startMock({ stateful: true }, { api })
  const tokens = {
    token: await service.token(subject),
    ...(otherSubject && { otherCallerToken: await service.token(otherSubject) }),
  }
  const target = { contract, url: service.url, compare: mock.url, tokens, mayWrite: true, isMock: false }
  const result = await runSuite({ ...target, timeoutMs: waitMs }, suite)
  expect(formatFailures(result)).toBe('')
  return result
}

/** Runs the contract tester on a service that serves a different contract. @returns The names of the failed cases. */
export async function failedCaseNames(
  served: Contract,
  api: Product,
  contract: TestedContract,
  suite: SuiteOptions,
): Promise<string[]> {
  await using service = await startService({ api: { ...api, contract: served } })
  const tokens = { token: await service.token('ann'), otherCallerToken: await service.token('bob') }
  const target = { contract, url: service.url, tokens, mayWrite: true, isMock: false, timeoutMs: waitMs }
  const failures = failedCases(await runSuite(target, suite)).map(({ name }) => name)
  // Otherwise the tester could find the 500s of a contract that contradicts itself.
  expect(service.internalErrors).toEqual([])
  return failures
}

/** Types of a contract that the compiler does not know. */
interface AnyTypes extends ContractTypes {
  operations: Record<string, object>
}

/** Creates a client of a product. @returns Its methods, by operationId. */
export async function openClient(
  { folder }: Product,
  options: ClientOptions,
): Promise<Record<string, (input?: object) => Promise<unknown>>> {
  const { contract } = await import(join(folder, 'generated/contract-types.ts'))
  return createClient<AnyTypes>(contract, options)
}
