// Prints the last line of a CI run: how many tests passed and failed. It counts every kind of failure: failed checks, a
// test file that failed outside its tests, and a run without a report. It is plain JavaScript, because it must run even if
// the install failed.
//   node tools/ci/count-tests.mjs <exit code of the checks> [<vitest report> <exit code of its run>]...

import { readFileSync } from 'node:fs'

const [checks, ...runs] = process.argv.slice(2)
const total = { passed: 0, failed: Number(checks !== '0'), skipped: 0 }

for (let index = 0; index < runs.length; index += 2) {
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numPendingTests = 0,
    numTodoTests = 0,
    testResults = [],
  } = read(runs[index])
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length
  total.passed += numPassedTests
  total.failed += numFailedTests + brokenFiles || Number(runs[index + 1] !== '0')
  total.skipped += numPendingTests + numTodoTests
}

const { passed, failed, skipped } = total
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 ? 1 : 0

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}
