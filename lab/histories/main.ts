// make histories: records what concurrent callers of each store see, and looks for an order of the calls that explains it.

import { cleanUp, cleanUpOnSignals } from '../../stack/test/support/folder.ts'
import { readCount, readSeed } from '../../stack/test/support/read-settings.ts'
import { printResult, type Row } from '../print-result.ts'
import { checkHistories, describe, engines } from './histories.ts'

cleanUpOnSignals()
const seed = readSeed()
const histories = readCount('HISTORIES', 1) ?? 10_000
console.log(`${histories} histories of each store. SEED=${seed} repeats the calls, but not their moments.`)

const errors: string[] = []
const rows: Row[] = []
for (const [engine, open] of Object.entries(engines)) {
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
