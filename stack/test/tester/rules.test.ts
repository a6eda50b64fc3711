// Each rule quotes the contract, and no two have the same name.
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { checks } from '../../tester/checks.ts'
import { rules } from '../../tester/rules/index.ts'
import { variables } from '../../tester/target.ts'
import { lampsContract as contract } from '../support/tested-contract.ts'

// Our contract has no collection below another.
const common = (await readFile('stack/generate/complete/common.yaml', 'utf8')).replace(/\s+/g, ' ')

it('a quotation has the names of the contract', () => {
  expect(contract.quoted('If a … belongs to someone else')).toBe('If a lamp belongs to someone else')
  expect(contract.quoted('If a … belongs to nobody')).toBeUndefined()
})

it.each(rules)('$name', ({ name, sentence, check, needs = [] }) => {
  expect(contract.quoted(sentence) !== undefined || common.includes(sentence)).toBe(true)
  expect(rules.filter((rule) => rule.name === name)).toHaveLength(1)
  expect(name).not.toContain(',')
  expect(Object.keys(checks)).toContain(check)
  expect(Object.keys(variables)).toEqual(expect.arrayContaining(needs))
})
