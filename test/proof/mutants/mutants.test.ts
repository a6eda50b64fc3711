// The mutants themselves: that every rule does what it says, that they are everywhere, and that a sample can be had again.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { isMap, isScalar, isSeq, parse, parseDocument } from 'yaml'
import { codeOperators } from './code-operators.ts'
import { contractFile, contractMutants, mutantsOfContract } from './contract-mutants.ts'
import { contractOperators, isForReaders } from './contract-operators.ts'
import { literalOperators } from './literal-operators.ts'
import { applied, described, difference, type Mutant } from './mutant.ts'
import { functionAt, probed } from './reach.ts'
import { sample } from './sample.ts'
import { codeMutants, serverFiles, serverMutants } from './server-mutants.ts'
import { stale, survivors } from './survivors.ts'
import { editsOf, patternOperators, sqlOperators } from './text-operators.ts'

const root = join(import.meta.dirname, '../../..')
const server = serverMutants(root)
const contract = contractMutants(root).mutants
const all = [...server, ...contract]
const texts = new Map(
  [...serverFiles(root), contractFile].map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)
const mutated = (mutant: Mutant) => applied(texts.get(mutant.file) ?? '', mutant)

describe('a rule', () => {
  it.each([...codeOperators, ...literalOperators])('for code does what it says: $name', ({ name, example }) => {
    const [before, after] = example
    const mutants = codeMutants('a.ts', before).filter(({ operator }) => operator === name)
    expect(mutants.map((mutant) => applied(before, mutant))).toContain(after)
  })

  it.each([...sqlOperators, ...patternOperators])('for text does what it says: $name, $example.0', (operator) => {
    const [before, after] = operator.example
    expect(editsOf([operator], before, 0).map((edit) => applied(before, edit))).toContain(after)
  })

  it.each(contractOperators)('for the contract does what it says: $name', ({ name, example: [before, after] }) => {
    const inPaths = (text: string) =>
      text.startsWith('/') ? `paths:\n${text.replaceAll(/^/gm, '  ').trimEnd()}\n` : text
    const mutants = mutantsOfContract(inPaths(before)).mutants.filter(({ operator }) => operator === name)
    expect(mutants.map((mutant) => applied(inPaths(before), mutant))).toContain(inPaths(after))
  })

  it('for SQL and for patterns is used on those of the server', () => {
    const made = Map.groupBy(server, ({ operator }) => operator)
    for (const { name } of [...sqlOperators, ...patternOperators]) expect(made.has(name), name).toBe(true)
  })
})

describe('mutants', () => {
  it('are of every file of the server that does something', () => {
    const files = new Set(server.map(({ file }) => file))
    const without = serverFiles(root).filter((file) => !files.has(file))
    expect(without.filter((file) => emitted(file) !== '')).toEqual([])
  })

  it('are of every node of the contract that is not for readers only', () => {
    const untouched: string[] = []
    const visit = (node: unknown, path: string): void => {
      if (isSeq(node)) for (const item of node.items) visit(item, `${path} >`)
      if (isScalar(node) || isSeq(node)) check(node.range, path)
      if (!isMap(node)) return
      for (const { key, value } of node.items) {
        if (isForReaders(path.split(' > '), String(key))) continue
        if (isScalar(key)) check(key.range, `${path} > ${key}`)
        visit(value, path === '' ? String(key) : `${path} > ${key}`)
      }
    }
    const check = (range: [number, number, number] | null | undefined, path: string): void => {
      const [start, end] = range ?? [0, 0]
      if (!contract.some((mutant) => mutant.start < end && mutant.end > start)) untouched.push(path)
    }
    visit(parseDocument(texts.get(contractFile) ?? '').contents, '')
    expect(untouched).toEqual([])
  })

  it('change the file and leave it one that parses', () => {
    const sound = JSON.stringify(parse(texts.get(contractFile) ?? ''))
    for (const mutant of sample(all, 60, 1)) {
      const text = mutated(mutant)
      const complaints =
        mutant.area === 'contract'
          ? [JSON.stringify(parse(text)) === sound && 'the same']
          : syntaxErrors(mutant.file, text)
      expect(complaints.filter(Boolean), described(mutant)).toEqual([])
    }
  })

  it('are shown with what was there before', () => {
    const [mutant] = codeMutants('a.ts', 'const a =\n  b < c\n').filter(
      ({ operator }) => operator === 'swap an operator',
    )
    if (mutant === undefined) throw new Error('There is none.')
    expect(described(mutant)).toBe('a.ts:2 a: swap an operator: < -> <=')
    expect(difference('const a =\n  b < c\n', mutant)).toBe('    -   b < c\n    +   b <= c')
  })

  it('that survive are known for a reason that still fits', () => {
    expect(stale(all)).toEqual([])
    for (const { reason } of survivors) expect(reason).toMatch(/\w+ \w+/)
  })
})

describe('a sample', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(sample(all, 300, 7)).toEqual(sample(all, 300, 7))
    expect(sample(all, 300, 7)).not.toEqual(sample(all, 300, 8))
  })

  it('is half of the server, with every file of it, and half of the contract, with every rule', () => {
    const taken = sample(all, 300, 7)
    const half = taken.filter(({ area }) => area === 'server')
    expect([taken.length, half.length, new Set(taken).size]).toEqual([300, 150, 300])
    expect(new Set(half.map(({ file }) => file))).toEqual(new Set(server.map(({ file }) => file)))
    const rules = taken.filter(({ area }) => area === 'contract').map(({ operator }) => operator)
    expect(new Set(rules)).toEqual(new Set(contractOperators.map(({ name }) => name)))
  })
})

describe('a probe', () => {
  it('says which functions run, and changes nothing else', () => {
    const code = 'const one = () => ({ a: 1 })\nfunction two() {\n  return one()\n}\n'
    const text = probed('a.ts', code, '/log')
    expect(text.split('\n').length).toBe(code.split('\n').length)
    expect(syntaxErrors('a.ts', text)).toEqual([])
    for (const offset of [0, code.indexOf('1'), code.indexOf('return')]) {
      expect(text).toContain(`__ran(${JSON.stringify(functionAt('a.ts', code, offset))})`)
    }
  })
})

function syntaxErrors(file: string, text: string): unknown[] {
  const { diagnostics = [] } = ts.transpileModule(text, {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
  })
  return diagnostics.map(({ messageText }) => messageText)
}

function emitted(file: string): string {
  const { outputText } = ts.transpileModule(texts.get(file) ?? '', {
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, removeComments: true },
  })
  return outputText.replaceAll(/export \{\};|^import .*$|\s/gm, '')
}
