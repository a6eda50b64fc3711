// One run of the contract tester on a terminal: progress, table, failures, JUnit report and exit code.
import { resolve } from 'node:path'
import { NoResponse } from './connection.ts'
import { version } from './contract/openapi.ts'
import { failedCases, printFailures, printTable, writeJUnit } from './report.ts'
import type { RunSettings } from './settings.ts'
import { RefusedToken, runSuite, type SuiteResult } from './suite.ts'
import type { TargetOptions } from './target.ts'

/** @throws {NoResponse} if the target does not respond at all. @throws {RefusedToken} */
export async function runAndReport(
  target: Omit<TargetOptions, 'timeoutMs'>,
  settings: RunSettings,
): Promise<SuiteResult> {
  const { seed, timeoutMs, junitFile } = settings
  const readOnly = target.mayWrite ? '' : ', read-only'
  console.log(`Testing ${target.url} against contract ${version}${readOnly}. SEED=${seed}`)
  const startedAt = Date.now()
  let count = 0
  const progress = setInterval(() => console.log(`  ${count} requests and sequences`), 5_000)
  const result = await runSuite({ ...target, timeoutMs }, settings, () => count++).finally(() =>
    clearInterval(progress),
  )
  const file = resolve(junitFile)
  writeJUnit(result, file)
  const failed = failedCases(result).length
  console.log(['', printTable(result), '', ...(failed > 0 ? [printFailures(result), ''] : [])].join('\n'))
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.log(`${result.cases.length} requests and sequences, ${failed} failed, ${seconds} s. JUnit report: ${file}`)
  return result
}

/** Runs; returns the exit code: 0 if the target keeps the contract, 1 if not, 2 if it could not be tested. */
export async function exitCodeOf(run: () => Promise<SuiteResult>): Promise<number> {
  try {
    return failedCases(await run()).length === 0 ? 0 : 1
  } catch (error) {
    if (error instanceof NoResponse) {
      const url = process.env.URL || 'the service'
      console.error(`No response from ${url}: ${error.message}. Check that it is running.`)
    } else if (error instanceof RefusedToken) console.error(error.message)
    else throw error
    return 2
  }
}
