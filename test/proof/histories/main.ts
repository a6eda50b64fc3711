// make histories: records what concurrent callers of each store see, and looks for an order of the calls that explains it.
import { readCount, readSeed } from '../../../tools/contract-tester/environment.ts'
import { cleanUp, cleanUpOnSignals } from '../../support/folder.ts'
import { report } from '../figures.ts'
import { checkHistories, describe } from './histories.ts'
import { engines, faults, withFault } from './stores.ts'

cleanUpOnSignals()
const defaultHistories = 10_000
const seed = readSeed()
const histories = readCount('HISTORIES', 1) ?? defaultHistories
console.log(`${histories} histories of each store. SEED=${seed} repeats the calls, but not their moments.`)

const startedAt = performance.now()
const seconds = () => (performance.now() - startedAt) / 1000
const errors: string[] = []
const rows: (string | number)[][] = []
for (const [engine, open] of Object.entries(engines)) {
  let done = 0
  const progress = setInterval(() => console.log(`${engine}: ${done} histories, ${Math.round(seconds())} s`), 10_000)
  const { calls, concurrentCalls, anomalies } = await checkHistories(await open(), { seed, histories }, () => done++)
  clearInterval(progress)
  rows.push([engine, done, calls, concurrentCalls, anomalies.length])
  errors.push(...anomalies.map((anomaly) => `${engine}: ${describe(anomaly)}`))
}

const found: (string | number)[][] = []
for (const [fault, plant] of Object.entries(faults)) {
  const [store] = (await engines.SQLite?.()) ?? []
  if (store === undefined) throw new Error('There is no store.')
  const result = await checkHistories(withFault(plant, store), { seed, histories: 2_000, stopAtFirst: true })
  found.push([`A store that ${fault}`, result.histories])
  if (result.anomalies.length === 0) errors.push(`The check finds no anomaly of a store that ${fault}.`)
}
await cleanUp()

await report(
  'histories',
  {
    title: 'Linearizability',
    shows:
      'Four callers create, read, list, change and delete plants of one or two owners at the same time, with and without ' +
      'keys and expected plants. For each history, there must be an order of the calls that explains all results, in which ' +
      'each call happens between its start and its end. Stores with a planted fault must have an anomaly.',
    command: `make histories SEED=${seed}${histories === defaultHistories ? '' : ` HISTORIES=${histories}`}`,
    seed,
    seconds: seconds(),
    figures: {
      'Histories of each store': histories,
      Anomalies: rows.reduce((sum, row) => sum + Number(row.at(-1)), 0),
    },
    tables: [
      { title: 'Stores', columns: ['Store', 'Histories', 'Calls', 'Concurrent calls', 'Anomalies'], rows },
      { title: 'Planted faults', columns: ['Fault', 'Found in this many histories'], rows: found },
    ],
  },
  errors,
)
