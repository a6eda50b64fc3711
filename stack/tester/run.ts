// The command of the contract tester, and a run that prints to the terminal. README.md explains settings and exit codes.
import { resolve } from 'node:path'
import { exitIfInvalid, InvalidSetting } from '../environment.ts'
import { NoResponse } from './connection.ts'
import { readContract, type TestedContract } from './contract/tested-contract.ts'
import { failedCases, formatFailures, formatTable, writeJUnit } from './report.ts'
import { omitOperation } from './requests/valid.ts'
import { help, type RunSettings, readFlags, readRunSettings, readSystem } from './settings.ts'
import { runSuite, type SuiteResult } from './suite.ts'
import type { SystemOptions } from './system-under-test.ts'

/** @throws {NoResponse} if the system under test does not respond at all. @throws {InvalidSetting} if it cannot be tested. */
export async function runAndReport(
  system: Omit<SystemOptions, 'timeoutMs'>,
  settings: RunSettings,
): Promise<SuiteResult> {
  const { seed, timeoutMs } = settings
  const { version } = system.contract
  const junitFile = resolve(settings.junitFile)
  const readOnly = system.mayWrite ? '' : ', read-only'
  console.log(`Testing ${system.url} against contract ${version}${readOnly}. SEED=${seed}`)
  const startedAt = Date.now()
  const result: SuiteResult = { cases: [], skipped: [] }
  // Replaces the report of an earlier run, in case the process is killed.
  writeJUnit({ ...result, aborted: 'The run did not finish.' }, junitFile)
  const interrupt = new AbortController()
  const onSignal = (name: string) => interrupt.abort(`Interrupted by ${name}.`)
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  try {
    await runSuite({ ...system, timeoutMs }, { ...settings, signal: interrupt.signal }, result)
  } catch (error) {
    if (error instanceof NoResponse)
      error.message = `No response from ${system.url}: ${error.message}. Check that it is running.`
    result.aborted = error instanceof Error ? error.message : String(error)
    throw error
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
    writeJUnit(result, junitFile)
  }
  const failed = failedCases(result)
  console.log(['', formatTable(result), '', ...(failed.length > 0 ? [formatFailures(result), ''] : [])].join('\n'))
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  if (result.aborted) console.log(result.aborted)
  const { undeletedItems = [] } = result
  if (undeletedItems.length > 0) console.log(`These items could not be deleted: ${undeletedItems.join(', ')}`)
  const count = `${result.cases.length} requests, invariants and stateful tests, ${failed.length} failed`
  console.log(`${count}, ${seconds} s. JUnit report: ${junitFile}`)
  return result
}

/** Returns 0 if each system under test conforms to the contract, 1 if one does not, 2 if one could not be tested. */
export async function getExitCode(run: () => Promise<SuiteResult[]>): Promise<number> {
  try {
    const results = await run()
    if (results.some((result) => failedCases(result).length > 0)) return 1
    if (results.some(({ aborted }) => aborted !== undefined)) return 2
    if (results.every(({ cases }) => cases.length > 0)) return 0
    console.error('Nothing was checked: see the reasons above.')
    return 2
  } catch (error) {
    if (!(error instanceof NoResponse || error instanceof InvalidSetting)) throw error
    console.error(error.message)
    return 2
  }
}

/** The service of the product in the current folder. */
interface ProductService {
  /** Tests the service and its mock if URL is not set. */
  test: (contract: TestedContract, settings: RunSettings) => Promise<SuiteResult[]>
  /** Returns the ids of the operations that have no handler yet. */
  unwritten: () => Promise<string[]>
}

/** Tests whether a service or mock conforms to the contract. @param name For --help. @param defaultContract Default of CONTRACT. */
export async function runCommand(name: string, defaultContract: URL, service?: ProductService): Promise<void> {
  const { argv, env } = process
  if (exitIfInvalid(() => readFlags(argv.slice(2)))) return console.log(help(name))
  process.exitCode = await getExitCode(async () => {
    const contract = await readContract(env.CONTRACT || defaultContract)
    if (service && !env.CONTRACT) {
      const unwritten = await service.unwritten()
      for (const operation of contract.operations.filter(({ id }) => unwritten.includes(id)))
        omitOperation(operation, 'its handler is not written yet')
      if (!env.URL) return service.test(contract, readRunSettings())
    }
    return [await runAndReport({ contract, ...readSystem(contract) }, readRunSettings())]
  })
}
