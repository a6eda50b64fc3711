// make contract without URL: starts the service of this checkout over each database and its mocks, and tests each with
// the contract tester, in all modes.
import { join, parse } from 'node:path'
import { exitWithError } from '../../stack/environment.ts'
import { cleanUp, cleanUpOnSignals } from '../../stack/test/support/folder.ts'
import { failedCases } from '../../stack/tester/report.ts'
import { getExitCode, runAndReport } from '../../stack/tester/run.ts'
import { readRunSettings } from '../../stack/tester/settings.ts'
import type { SuiteResult } from '../../stack/tester/suite.ts'
import { printResult } from '../print-result.ts'
import { startTargets } from './targets.ts'

const urlSetting = ['COMPARE', 'CONTRACT', 'COVERAGE', 'MOCK', 'WRITE'].find((name) => process.env[name])
if (urlSetting) exitWithError(`${urlSetting} needs URL. Without URL, each target runs in all modes.`)
const endCleanUp = cleanUpOnSignals()
const exitCode = await getExitCode(async () => {
  const settings = readRunSettings()
  const { seed, perCategory, statefulTests } = settings
  const rows: Record<string, string | number>[] = []
  const results: SuiteResult[] = []
  const targets = await startTargets()
  // From now on, the contract tester handles signals: it writes its reports before this process cleans up.
  endCleanUp()
  for (const { name, options, coverage, skip } of targets) {
    console.log(`\n${name}:`)
    const { dir, base } = parse(settings.junitFile)
    const result = await runAndReport(options, {
      ...settings,
      // Only a run of all requests can cover each documented response.
      coverage: coverage && settings.only === undefined && settings.skip.length === 0,
      skip: [...settings.skip, ...skip],
      junitFile: join(dir, results.length === 0 ? base : `${results.length + 1}.${base}`),
    })
    results.push(result)
    const cases = result.cases.length
    rows.push({ Target: name, 'Requests, invariants and stateful tests': cases, Failed: failedCases(result).length })
    if (result.aborted) return results
  }
  printResult({
    title: 'Contract',
    shows:
      'The service and its mocks keep the contract. The service over each database and the mock with state return the ' +
      'same responses. The service returns every documented response, except 408, 429, 500 and 503, which no single ' +
      'request causes.',
    command: `make contract SEED=${seed} REQUESTS=${perCategory} SEQUENCES=${statefulTests}`,
    rows,
  })
  return results
})
await cleanUp()
process.exitCode = exitCode
