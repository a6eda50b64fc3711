// make parity: sends many requests to the service, the mock and plain Prism, and compares the responses.

import { readCount, readSeed } from '../../../tools/contract-tester/environment.ts'
import { families } from '../../../tools/contract-tester/requests/families.ts'
import { engineNames } from '../../support/engines.ts'
import { cleanUp, cleanUpOnSignals } from '../../support/folder.ts'
import { report } from '../figures.ts'
import { mockDifferences, prismDeviations, prismResults } from './allowed-differences.ts'
import { type ParityResult, parity, startImplementations } from './parity.ts'
import type { Counts } from './run-family.ts'

cleanUpOnSignals()
const seed = readSeed()
const requests = readCount('REQUESTS', 1) ?? 100_000
console.log(`Sending ${requests} requests to the service over each engine and to the mock. SEED=${seed} repeats them.`)

const startedAt = Date.now()
const seconds = () => Math.round((Date.now() - startedAt) / 1000)
let count = 0
const progress = setInterval(() => console.log(`${count} requests in ${seconds()} s`), 10_000)
const results: ParityResult[] = []
for (const engine of engineNames) {
  // One comparison with plain Prism shows everything about it.
  const maxWithoutResponse = results.length === 0 ? 3 : 0
  const options = { seed, requests, maxWithoutResponse }
  results.push(await parity(await startImplementations(engine), options, () => count++))
}
clearInterval(progress)
await cleanUp()

const counted = (name: string, counts: (result: ParityResult) => Counts) =>
  sum(results, (one) => counts(one).get(name) ?? 0)
const errors = results.flatMap((result, index) => result.errors.map((error) => `${engineNames[index]}: ${error}`))

const ofMock = Object.entries(mockDifferences).map(([name, reason]) => [
  name,
  counted(name, (result) => result.mockDifferences),
  reason,
])
const ofPrism = Object.entries({ ...prismResults, ...prismDeviations }).map(([name, [, reason]]) => [
  name,
  counted(name, (result) => result.prismDifferences),
  reason,
])
await report(
  'parity',
  {
    title: 'Parity',
    shows:
      'Requests generated from the contract, valid ones and ones with one or two violations, are each sent to the service ' +
      'and to the mock over a raw socket. Both must return the response that the contract expects, which is computed ' +
      'without their code. The service runs over SQLite, and then over PostgreSQL. Both responses must have the same media type, headers and shape of body. A test oracle with a ' +
      'separate validator checks every response.',
    command: `make parity SEED=${seed}${requests === 100_000 ? '' : ` REQUESTS=${requests}`}`,
    seed,
    seconds: seconds(),
    figures: {
      'Families of requests': families.length,
      ...Object.fromEntries(
        results.map((result, index) => [
          `Requests to the service over ${engineNames[index]} and to the mock`,
          result.requests,
        ]),
      ),
      'Requests to plain Prism': sum(results, (result) => result.requestsToPrism),
      'Unexplained differences, unexpected or undocumented responses': errors.length,
    },
    tables: [
      { title: 'Allowed differences of the mock', columns: ['Difference', 'Times', 'Reason'], rows: ofMock },
      { title: 'Differences of plain Prism', columns: ['Requests', 'Times', 'Reason'], rows: ofPrism },
    ],
  },
  errors,
)

function sum(results: ParityResult[], count: (result: ParityResult) => number): number {
  return results.reduce((total, result) => total + count(result), 0)
}
