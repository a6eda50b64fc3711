// Plants each defect in the independent server, one at a time, and runs the contract tester on it with default settings.
import type { TestCase } from '../../../tools/contract-tester/checks.ts'
import { failedCases } from '../../../tools/contract-tester/report.ts'
import { runSuite, type SuiteOptions, type SuiteResult } from '../../../tools/contract-tester/suite.ts'
import { startNginx } from '../restarts/nginx.ts'
import type { Defect } from './defects.ts'
import { startIndependentServer, tokens } from './independent-server.ts'

export interface Search {
  defect: Defect
  /** The first failed case; `undefined` if the defect was not found. */
  found: TestCase | undefined
  seconds: number
}

const target = { tokens, mayWrite: true, isMock: false, timeoutMs: 5_000 }

/** Runs the contract tester until it finds the defect. */
export async function searchDefect(defect: Defect, options: SuiteOptions): Promise<Search> {
  await using server = await startIndependentServer(defect)
  const startedAt = performance.now()
  const found = new AbortController()
  const stopAt = (testCase: TestCase) => {
    if (testCase.findings.length > 0) found.abort('the defect is found')
  }
  const result = await runSuite({ ...target, url: server.url }, { ...options, signal: found.signal }, stopAt)
  return { defect, found: failedCases(result)[0], seconds: (performance.now() - startedAt) / 1000 }
}

/** Runs the contract tester on the server without a defect, behind nginx. Ends the process with 2 if nginx is not installed. */
export async function runBehindNginx(options: SuiteOptions): Promise<SuiteResult> {
  await using server = await startIndependentServer()
  const nginx = await startNginx([Number(new URL(server.url).port)])
  const result = await runSuite({ ...target, url: nginx.url, isGateway: true }, options)
  await nginx.process.end()
  return result
}

/** Runs the contract tester on the server without a defect. */
export async function runCorrect(
  options: SuiteOptions,
  { plants = 0 } = {},
): Promise<{ result: SuiteResult; left: number; requests: number }> {
  await using server = await startIndependentServer(undefined, { plants })
  const result = await runSuite({ ...target, url: server.url }, options)
  return { result, left: server.count(), requests: server.requests() }
}
