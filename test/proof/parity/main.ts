// make parity: sends many requests to the service, the mock and plain Prism, and compares the responses.
import { families } from '../../../tools/contract-tester/requests/families.ts'
import { readCount, readSeed } from '../../../tools/contract-tester/settings.ts'
import { cleanUp, cleanUpOnSignals } from '../../support/folder.ts'
import { report } from '../figures.ts'
import { mockDifferences, prismDeviations, prismResults } from './allowed-differences.ts'
import { parity, startImplementations } from './parity.ts'

cleanUpOnSignals()
const seed = readSeed()
const requests = readCount('REQUESTS', 1) ?? 100_000
console.log(`Sending ${requests} requests to the service and to the mock. SEED=${seed} repeats them.`)

const startedAt = Date.now()
const seconds = () => Math.round((Date.now() - startedAt) / 1000)
let count = 0
const progress = setInterval(() => console.log(`${count} requests in ${seconds()} s`), 10_000)
const result = await parity(await startImplementations(), { seed, requests, maxWithoutResponse: 3 }, () => count++)
clearInterval(progress)
await cleanUp()

const ofMock = Object.entries(mockDifferences).map(([name, reason]) => [
  name,
  result.mockDifferences.get(name) ?? 0,
  reason,
])
const ofPrism = Object.entries({ ...prismResults, ...prismDeviations }).map(([name, [, reason]]) => [
  name,
  result.prismDifferences.get(name) ?? 0,
  reason,
])
await report(
  'parity',
  {
    title: 'Parity',
    shows:
      'Requests generated from the contract, valid ones and ones with one or two violations, are each sent to the service ' +
      'and to the mock over a raw socket. Both must return the response that the contract expects, which is computed ' +
      'without their code. Both responses must have the same media type, headers and shape of body. A test oracle with a ' +
      'separate validator checks every response.',
    command: `make parity SEED=${seed}${requests === 100_000 ? '' : ` REQUESTS=${requests}`}`,
    seed,
    seconds: seconds(),
    figures: {
      'Families of requests': families.length,
      'Requests to the service and to the mock': result.requests,
      'Requests to plain Prism': result.requestsToPrism,
      'Unexplained differences, unexpected or undocumented responses': result.errors.length,
    },
    tables: [
      { title: 'Allowed differences of the mock', columns: ['Difference', 'Times', 'Reason'], rows: ofMock },
      { title: 'Differences of plain Prism', columns: ['Requests', 'Times', 'Reason'], rows: ofPrism },
    ],
  },
  result.errors,
)
