// Each rule quotes the contract word for word, and no two have the same name.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checks } from '../../../tools/contract-tester/checks.ts'
import { names } from '../../../tools/contract-tester/jobs.ts'
import { rules } from '../../../tools/contract-tester/rules/index.ts'
import { variables } from '../../../tools/contract-tester/target.ts'
import { root } from '../../support/folder.ts'

const contract = (await readFile(join(root, 'generated/openapi.yaml'), 'utf8')).replace(/\s+/g, ' ')

it.each(rules)('$name', ({ name, sentence, check, needs = [] }) => {
  expect(contract).toContain(sentence)
  expect(names.filter((one) => one === name)).toHaveLength(1)
  expect(name).not.toContain(',')
  expect(Object.keys(checks)).toContain(check)
  expect(Object.keys(variables)).toEqual(expect.arrayContaining(needs))
})
