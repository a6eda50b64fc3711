// make histories: records the results of concurrent calls of each store, and searches for an order that explains them.

import { cleanUp, cleanUpOnSignals } from '../../stack/test/support/folder.ts'
import { readCount, readSeed } from '../../stack/test/support/read-settings.ts'
import { printResult, type Row } from '../print-result.ts'
import { checkHistories, describe, storeFactories } from './histories.ts'

cleanUpOnSignals()
const seed = readSeed()
const histories = readCount('HISTORIES', 1) ?? 10_000
console.log(`${histories} histories of each store. SEED=${seed} repeats the calls, but not their timing.`)

const errors: string[] = []
const rows: Row[] = []
for (const [engine, open] of Object.entries(storeFactories)) {
  console.log(`${engine}...`)
  const { calls, concurrentCalls, anomalies } = await checkHistories(await open(), { seed, histories })
  rows.push({
    Store: engine,
    Histories: histories,
    Calls: calls,
    'Concurrent calls': concurrentCalls,
    Anomalies: anomalies.length,
  })
  errors.push(...anomalies.map((anomaly) => `${engine}: ${describe(anomaly)}`))
}

await cleanUp()

printResult(
  {
    title: 'Linearizability',
    shows: 'An order of the calls explains all results of concurrent callers of each store.',
    command: `make histories SEED=${seed} HISTORIES=${histories}`,
    rows,
  },
  errors,
)
