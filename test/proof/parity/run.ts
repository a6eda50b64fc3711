// make parity: service, mock and plain Prism asked the same, at length.
import { cleanUp, cleanUpOnSignals } from '../../support/folder.ts'
import { record } from '../figures.ts'
import { readCount, readSeed } from '../seed.ts'
import { allowedDifferences } from './differences.ts'
import { startFaces } from './faces.ts'
import { parity } from './parity.ts'
import { differencesOfPrism, formsOfPrism } from './prism-differences.ts'

cleanUpOnSignals()
const seed = readSeed()
const requests = readCount('REQUESTS') ?? 100_000
console.log(`Sending ${requests} requests to the service and to the mock. SEED=${seed} has the same ones again.`)

const startedAt = Date.now()
const seconds = () => Math.round((Date.now() - startedAt) / 1000)
let answered = 0
const progress = setInterval(() => console.log(`${answered} requests in ${seconds()} s`), 10_000)
const found = await parity(await startFaces(), { seed, requests, patience: 3 }, () => answered++)
clearInterval(progress)
await cleanUp()

const ofMock = rows(allowedDifferences, found.differences)
const prismReasons = {
  ...Object.fromEntries(Object.entries(differencesOfPrism).map(([name, { reason }]) => [name, reason])),
  ...Object.fromEntries(formsOfPrism.map(({ name, reason }) => [name, reason])),
}
const ofPrism = rows(prismReasons, found.ofPrism)
console.log(['\nThe mock may differ:', ...lines(ofMock), '\nPlain Prism differs:', ...lines(ofPrism)].join('\n'))
console.log(
  ['', ...found.wrong, `${found.requests} requests, ${found.wrong.length} things wrong, ${seconds()} s`].join('\n'),
)
if (found.wrong.length > 0) process.exitCode = 1

await record('parity', {
  title: 'Parity',
  shows:
    'Requests made from the contract, sound ones and ones with one fault or two, each sent to the service and to the mock ' +
    'over a raw socket. Both must answer what the contract says, worked out without their code, and alike in media type, ' +
    'header fields and the shape of the body. An oracle that neither of them knows judges every answer.',
  command: `make parity SEED=${seed}${requests === 100_000 ? '' : ` REQUESTS=${requests}`}`,
  seed,
  seconds: seconds(),
  figures: {
    'Families of requests': found.walked.length,
    'Requests to the service and to the mock': found.requests,
    'Requests to plain Prism': found.requestsToPrism,
    'Unexplained differences, unexpected or undocumented answers': found.wrong.length,
  },
  tables: [
    { title: 'In what the mock may differ', columns: ['Difference', 'Times', 'Reason'], rows: ofMock },
    { title: 'In what plain Prism differs', columns: ['Requests', 'Times', 'Reason'], rows: ofPrism },
  ],
})

function rows(reasons: Record<string, string>, counts: Map<string, number>): [string, number, string][] {
  return Object.entries(reasons).map(([name, reason]) => [name, counts.get(name) ?? 0, reason])
}

function lines(table: [string, number, string][]): string[] {
  return table.map(([name, times, reason]) => `${String(times).padStart(8)}  ${name.padEnd(40)}  ${reason}`)
}
