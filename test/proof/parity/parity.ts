// The whole of parity: all families at once, each with its own connections and callers.
import { type Family, families } from '../../../tools/contract-tester/requests/families.ts'
import type { Engine } from '../../support/engines.ts'
import { type NewCaller, startMockProcess, startServiceProcess } from '../implementations.ts'
import { mockDifferences, prismDeviations, prismResults } from './allowed-differences.ts'
import { PlainPrism } from './plain-prism.ts'
import { type Counts, type FamilyResult, increment, runFamily } from './run-family.ts'
import { ServiceAndMock } from './service-and-mock.ts'

export interface Implementations {
  urls: { service: string; mock: string }
  newCaller: NewCaller
}

export interface ParityOptions {
  seed: number
  requests: number
  /** Requests of a family that Prism may leave unanswered; 0: Prism gets no requests. */
  maxWithoutResponse: number
}

export interface ParityResult {
  requests: number
  requestsToPrism: number
  /** Allowed differences between service and mock. */
  mockDifferences: Counts
  /** Rows of the tables of plain Prism. */
  prismDifferences: Counts
  /** Failures, unexplained differences, and rows that no longer occur. */
  errors: string[]
}

/** Ended by `cleanUp` of test/support/folder.ts. */
export async function startImplementations(engine: Engine): Promise<Implementations> {
  const [{ url, newCaller }, mock] = await Promise.all([startServiceProcess(engine), startMockProcess()])
  return { urls: { service: url, mock: mock.url }, newCaller }
}

/** @param onRequest Called for each request that service and mock have responded to as expected. */
export async function parity(
  { urls, newCaller }: Implementations,
  { seed, requests, maxWithoutResponse }: ParityOptions,
  onRequest: () => void = () => {},
): Promise<ParityResult> {
  await using prism = new PlainPrism(maxWithoutResponse)
  const numRuns = Math.ceil(requests / families.length)
  const results = await Promise.all(
    families.map(async (family: Family): Promise<FamilyResult> => {
      using pair = new ServiceAndMock(urls, await newCaller())
      const exchange = pair.exchange(async (draft, values) => {
        onRequest()
        if (maxWithoutResponse > 0) await prism.check(draft, values, family.name)
      })
      return runFamily(family, { seed, numRuns }, exchange)
    }),
  )
  const differences: Counts = new Map()
  for (const [name, count] of results.flatMap((result) => [...result.differences])) increment(differences, name, count)
  // A short run need not show every difference.
  const isLong = requests >= 2_000
  return {
    requests: results.reduce((total, result) => total + result.requests, 0),
    requestsToPrism: prism.requests,
    mockDifferences: differences,
    prismDifferences: prism.differences,
    errors: [
      ...results.flatMap(({ failure }) => failure ?? []),
      ...[...prism.unexplained].map(
        ([name, request]) => `allowed-differences.ts has no row for Prism: ${name}\n${request}`,
      ),
      ...(isLong ? outdated(mockDifferences, differences) : []),
      ...(isLong && maxWithoutResponse > 0 ? outdated({ ...prismResults, ...prismDeviations }, prism.differences) : []),
    ],
  }
}

function outdated(table: object, occurred: Counts): string[] {
  return Object.keys(table)
    .filter((name) => !occurred.has(name))
    .map((name) => `allowed-differences.ts: "${name}" no longer occurs. Delete the row and the workaround for it.`)
}
