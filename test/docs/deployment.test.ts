// docs/deployment.md names the limits of the contract. test/server/configuration/settings.test.ts compares its settings.
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { limits } from '../../server/core/contract/plan.ts'

const file = 'docs/deployment.md'
const page = await readFile(file, 'utf8')

/** The rows of the table with this head, without its rule. */
function table(head: string): string[] {
  const lines = page.split('\n')
  const start = lines.indexOf(head)
  expect(start, head).toBeGreaterThan(0)
  const end = lines.findIndex((line, place) => place > start && !line.startsWith('|'))
  return lines.slice(start + 2, end)
}

describe(file, () => {
  it('names the limits as they are in the contract', () => {
    const rows = table('| What | Limit | Response |').join('\n')
    const bytes = (number: number) => `${number.toLocaleString('en')} bytes`
    expect(rows).toContain(`| body of a request | ${bytes(limits.bodyBytes)} | 413 |`)
    expect(rows).toContain(`| head of a request | ${bytes(limits.headBytes)} | 431 |`)
    expect(rows).toContain(`| target of a request | ${bytes(limits.targetBytes)} | 414 |`)
  })
})
