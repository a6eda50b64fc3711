// The last line of a CI run, from vitest's own report. Whatever went wrong counts: the checks, a file that broke before
// its first test, a run that never came to a report. In plain JavaScript, since it also runs where the install failed.
//   node tools/count-tests.mjs <report> <exit code of the checks> <exit code of the tests>

import { readFileSync } from 'node:fs'

const [report, checks, tests] = process.argv.slice(2)
const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0, testResults = [] } = read(report)

const brokenFiles = testResults.filter(
  (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
).length
const inTests = numFailedTests + brokenFiles || Number(tests !== '0')
const failed = inTests + Number(checks !== '0')
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
