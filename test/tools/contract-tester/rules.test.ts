// Each rule quotes the contract word for word, and no two have the same name.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checks } from '../../../tools/contract-tester/checks.ts'
import { rules } from '../../../tools/contract-tester/rules/index.ts'
import { variables } from '../../../tools/contract-tester/target.ts'
import { root } from '../../support/folder.ts'

const files = ['generated/openapi.yaml', 'server/core/pipeline/common.yaml']
const contract = (await Array.fromAsync(files, (file) => readFile(join(root, file), 'utf8')))
  .join()
  .replace(/\s+/g, ' ')

it.each(rules)('$name', ({ name, sentence, check, needs = [] }) => {
  expect(contract).toContain(sentence)
  expect(rules.filter((rule) => rule.name === name)).toHaveLength(1)
  expect(name).not.toContain(',')
  expect(Object.keys(checks)).toContain(check)
  expect(Object.keys(variables)).toEqual(expect.arrayContaining(needs))
})
