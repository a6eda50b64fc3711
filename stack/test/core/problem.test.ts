import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { commonProblems } from '../../core/problem.ts'

it('the stack can throw each problem of the base spec, and no other', async () => {
  const { problems } = parse(await readFile('stack/contract/complete/common.yaml', 'utf8'), { merge: true })
  expect(commonProblems).toEqual(Object.keys(problems))
})
