// CI believes the last line of its run: nothing that went wrong may be missing from it.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderWith } from './folder.ts'
import { run } from './run.ts'

const passed = { status: 'passed', assertionResults: [{ status: 'passed' }] }
const failed = { status: 'failed', assertionResults: [{ status: 'failed' }] }
const broken = { status: 'failed', assertionResults: [] }

it.each([
  ['all passed', { numPassedTests: 3, testResults: [passed] }, '0', '0', '3 passed, 0 failed', 0],
  ['one failed', { numPassedTests: 2, numFailedTests: 1, testResults: [failed] }, '0', '2', '2 passed, 1 failed', 1],
  ['a file broke', { numPassedTests: 3, testResults: [passed, broken] }, '0', '2', '3 passed, 1 failed', 1],
  ['the checks failed', { numPassedTests: 3, testResults: [passed] }, '2', '0', '3 passed, 1 failed', 1],
  ['an error beside the tests', { numPassedTests: 3, testResults: [passed] }, '0', '2', '3 passed, 1 failed', 1],
  ['no report', undefined, '0', '2', '0 passed, 1 failed', 1],
  ['skipped', { numPassedTests: 1, numPendingTests: 1, numTodoTests: 1 }, '0', '0', '1 passed, 0 failed, 2 skipped', 0],
])('the count says it when %s', async (_, report, checks, tests, line, code) => {
  const folder = await folderWith('tools/count-tests.mjs')
  await writeFile(join(folder, 'report.json'), report === undefined ? '' : JSON.stringify(report))
  expect(await run('node', ['tools/count-tests.mjs', 'report.json', checks, tests], folder)).toEqual({
    code,
    stdout: `${line}\n`,
    stderr: '',
  })
})
