// SEED repeats a run of the contract tester with the same requests.
import { expect, it } from 'vitest'
import { formatFailures } from '../../tester/report.ts'
import { runSuite } from '../../tester/suite.ts'
import { startProxy } from '../support/front.ts'
import { sharedService } from '../support/shared-service.ts'
import { lampsContract as contract, lampsTokens } from '../support/tested-contract.ts'
import { waitMs } from '../support/wait.ts'

const service = await sharedService()

/** Masks values that differ between runs: identifiers, keys, entity tags, times and tokens. */
function maskAssigned(text: string): string {
  return text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, 'ID')
    .replace(/\b[Bb]earer \S+/gi, 'TOKEN')
    .replace(/127\.0\.0\.1:\d+/g, 'HOST')
    .replace(/"[\w-]{20,}"/g, 'TAG')
    .replace(/\d{4}-\d\d-\d\dT[\d:.%A]+(?:Z|[+-][\d:%A]+)|\w{3}, \d\d \w{3} 20\d\d \S+ GMT/gi, 'TIME')
}

/** Runs the tester with a new caller. @returns The masked requests of all connections. */
async function record(seed: number): Promise<string[]> {
  const requests: string[] = []
  await using proxy = await startProxy(service.url, {
    request(text) {
      requests.push(maskAssigned(text))
      return text
    },
  })
  const tokens = await lampsTokens(service.folder)
  const target = { contract, url: proxy.url, tokens, mayWrite: true, isMock: false, timeoutMs: waitMs }
  // A large request arrives in several chunks, and the order of concurrent requests varies.
  const suite = { seed, perCategory: 4, statefulTests: 1, skip: ['bodies', 'large', 'long', 'at the same time'] }
  expect(formatFailures(await runSuite(target, suite))).toBe('')
  return requests
}

it('sends the same requests with the same seed, and others with another one', async () => {
  const first = await record(1)
  expect(first.length).toBeGreaterThan(2_000)
  expect(await record(1)).toEqual(first)
  expect(await record(2)).not.toEqual(first)
})
