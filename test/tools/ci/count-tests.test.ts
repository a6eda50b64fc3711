// CI trusts the last line of its run, so the line must count everything that failed.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../support/folder.ts'
import { run } from '../../support/process.ts'

const passed = { status: 'passed', assertionResults: [{ status: 'passed' }] }
const failed = { status: 'failed', assertionResults: [{ status: 'failed' }] }
const broken = { status: 'failed', assertionResults: [] }

it.each([
  ['tests that passed', { numPassedTests: 3, testResults: [passed] }, '0', '0', '3 passed, 0 failed', 0],
  ['a failed test', { numPassedTests: 2, numFailedTests: 1, testResults: [failed] }, '0', '2', '2 passed, 1 failed', 1],
  ['a broken file', { numPassedTests: 3, testResults: [passed, broken] }, '0', '2', '3 passed, 1 failed', 1],
  ['failed checks', { numPassedTests: 3, testResults: [passed] }, '2', '0', '3 passed, 1 failed', 1],
  ['an error outside the tests', { numPassedTests: 3, testResults: [passed] }, '0', '2', '3 passed, 1 failed', 1],
  ['a missing report', undefined, '0', '2', '0 passed, 1 failed', 1],
  ['skips', { numPassedTests: 1, numPendingTests: 1, numTodoTests: 1 }, '0', '0', '1 passed, 0 failed, 2 skipped', 0],
])('count-tests counts %s', async (_, report, checks, tests, line, code) => {
  await using folder = await temporaryFolder('tools/ci/count-tests.mjs')
  await writeFile(join(folder.path, 'report.json'), report === undefined ? '' : JSON.stringify(report))
  const args = ['tools/ci/count-tests.mjs', 'report.json', checks, tests]
  expect(await run('node', args, { cwd: folder.path })).toMatchObject({ code, stdout: `${line}\n`, stderr: '' })
})
