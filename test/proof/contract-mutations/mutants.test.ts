// The mutants of the contract: each operator does what its example shows, every node has mutants, samples are repeatable.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { described, mutantsOf, mutated } from './mutants.ts'
import { isForReaders, isMap, operators } from './operators.ts'
import { sample } from './sample.ts'

const contract: unknown = parse(readFileSync(new URL('../../../openapi.yaml', import.meta.url), 'utf8'))
const mutants = mutantsOf(contract)

describe('an operator', () => {
  it.each(operators)('makes the mutant of its example: $name', ({ name, example: [before, after] }) => {
    const own = mutantsOf(parse(before)).filter(({ operator }) => operator === name)
    expect(own.map((mutant) => mutated(parse(before), mutant))).toContainEqual(parse(after))
  })
})

describe('the mutants of the contract', () => {
  it('cover every node that is not for human readers only', () => {
    const changed = new Set(mutants.map(({ path }) => path.join('\n')))
    const untouched: string[] = []
    const visit = (node: unknown, path: string[]): void => {
      const text = path.join('\n')
      const isTouched = changed.has(text) || changed.has(path.slice(0, -1).join('\n'))
      if (!isTouched && path.length > 0) untouched.push(text)
      if (typeof node !== 'object' || node === null) return
      for (const [key, value] of Object.entries(node)) {
        if (!isMap(node) || !isForReaders(path, key)) visit(value, [...path, key])
      }
    }
    visit(contract, [])
    expect(untouched).toEqual([])
  })

  it('change the contract', () => {
    const text = JSON.stringify(contract)
    for (const mutant of sample(mutants, 100, 1)) {
      expect(JSON.stringify(mutated(contract, mutant)), described(mutant)).not.toBe(text)
    }
  })
})

describe('a sample', () => {
  it('is the same for the same seed, and different for another seed', () => {
    expect(sample(mutants, 150, 7)).toEqual(sample(mutants, 150, 7))
    expect(sample(mutants, 150, 7)).not.toEqual(sample(mutants, 150, 8))
  })

  it('has distinct mutants, of every operator', () => {
    const taken = sample(mutants, 150, 7)
    expect(new Set(taken).size).toBe(150)
    expect(new Set(taken.map(({ operator }) => operator))).toEqual(new Set(operators.map(({ name }) => name)))
  })
})
