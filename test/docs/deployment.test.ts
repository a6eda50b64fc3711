// docs/deployment.md names the limits of the contract. stack/test/server/configuration/settings.test.ts compares its settings.
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { contract } from '../../generated/index.ts'

const { limits } = contract

const page = await readFile('docs/deployment.md', 'utf8')

it.each([
  ['body', limits.bodyBytes, 413],
  ['head', limits.headBytes, 431],
  ['target', limits.targetBytes, 414],
])('docs/deployment.md names the limit of the %s as the contract has it', (part, bytes, status) => {
  expect(page).toContain(`| ${part} of a request | ${bytes?.toLocaleString('en')} bytes | ${status} |\n`)
})
