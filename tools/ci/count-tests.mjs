// Prints the last line of a CI run: how many tests passed and failed. It counts every kind of failure: failed checks, a
// test file that broke before its first test, and a run without a report. Plain JavaScript: it must run even if the
// install failed.
//   node tools/ci/count-tests.mjs <vitest report> <exit code of the checks> <exit code of the tests>

import { readFileSync } from 'node:fs'

const [report, checks, tests] = process.argv.slice(2)
const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0, testResults = [] } = read(report)

const brokenFiles = testResults.filter(
  (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
).length
const failedTests = numFailedTests + brokenFiles || Number(tests !== '0')
const failed = failedTests + Number(checks !== '0')
const skipped = numPendingTests + numTodoTests

console.log(`${numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 ? 1 : 0

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}
