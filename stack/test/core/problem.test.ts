// The names of problems in code are those of the common part.
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { commonProblems, neededHeaders } from '../../core/problem.ts'

const { headers, problems, responses } = parse(await readFile('stack/contract/complete/common.yaml', 'utf8'), {
  merge: true,
})

it('the stack can throw each problem of the common part, and no other', () => {
  expect(commonProblems).toEqual(Object.keys(problems))
})

it('the type of a problem asks for each header that all its responses require', () => {
  const required = Object.keys(problems).map((name): [string, string[]] => {
    const all = Object.values<Response>(responses).filter(({ problem, also }) => problem === name && also === undefined)
    const names = all.map((one) => (one.headers ?? []).filter((header) => headers[header].required))
    return [name, (names[0] ?? []).filter((header) => names.every((some) => some.includes(header)))]
  })
  expect(neededHeaders).toEqual(Object.fromEntries(required.filter(([, names]) => names.length > 0)))
})

interface Response {
  problem?: string
  also?: string
  headers?: string[]
}
