// make contract without URL: starts the service of this checkout over each engine and runs the contract tester on it.
import { join, parse } from 'node:path'
import { failedCases, rowsOf } from '../../../tools/contract-tester/report.ts'
import { exitCodeOf, runAndReport } from '../../../tools/contract-tester/run.ts'
import { readRunSettings } from '../../../tools/contract-tester/settings.ts'
import type { SuiteResult } from '../../../tools/contract-tester/suite.ts'
import { engineNames } from '../../support/engines.ts'
import { cleanUp, cleanUpOnSignals } from '../../support/folder.ts'
import { record } from '../figures.ts'
import { startServiceProcess } from '../implementations.ts'

cleanUpOnSignals()
const exitCode = await exitCodeOf(async () => {
  const settings = readRunSettings()
  const { seed, perFamily, sequences } = settings
  const startedAt = Date.now()
  const results: SuiteResult[] = []
  for (const engine of engineNames) {
    console.log(`The service over ${engine}:`)
    const { url, newCaller } = await startServiceProcess(engine)
    const { dir, base } = parse(settings.junitFile)
    const junitFile = engine === 'SQLite' ? settings.junitFile : join(dir, `${engine}.${base}`)
    const target = { url, tokens: await newCaller(), mayWrite: true, isMock: false }
    const replayFile = engine === 'SQLite' ? settings.replayFile : `${engine}.${settings.replayFile}`
    results.push(await runAndReport(target, { ...settings, junitFile, replayFile }))
    if (results.at(-1)?.aborted) return results
  }
  const cases = results.flatMap((result) => result.cases)
  await record('conformance', {
    title: 'Conformance',
    shows:
      'The contract tester runs on the live service, over SQLite and over PostgreSQL: the fourteen checks that Schemathesis documents, and eight more, on ' +
      'examples, requests of every family, rules, and sequences. A test oracle that does not use the validator of the service ' +
      'checks each response.',
    command: `make contract SEED=${seed} REQUESTS=${perFamily} SEQUENCES=${sequences}`,
    seed,
    seconds: (Date.now() - startedAt) / 1000,
    figures: { 'Requests, rules and sequences': cases.length, Failed: failedCases({ cases }).length },
    tables: [
      {
        title: 'Checks',
        columns: ['Check', 'Checked', 'Failed'],
        rows: rowsOf({ cases }).map(({ check, checked, failed }) => [check, checked, failed]),
      },
    ],
  })
  return results
})
await cleanUp()
process.exitCode = exitCode
