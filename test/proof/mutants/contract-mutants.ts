// Every mutant of the contract: each rule at each of its nodes, except those that are there for readers only.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMap, isScalar, isSeq, parseDocument } from 'yaml'
import { contractOperators, isForReaders, type Place } from './contract-operators.ts'
import { type Mutant, mutantsOf } from './mutant.ts'

export const contractFile = 'openapi.yaml'

export interface ContractMutants {
  mutants: Mutant[]
  /** How many nodes are for readers, by the key they stand under. */
  leftOut: Record<string, number>
}

export function contractMutants(root: string): ContractMutants {
  return mutantsOfContract(readFileSync(join(root, contractFile), 'utf8'))
}

export function mutantsOfContract(text: string): ContractMutants {
  const document = parseDocument(text)
  const edits: Parameters<typeof mutantsOf>[1] = []
  const leftOut: Record<string, number> = {}
  const statuses = [...new Set(text.match(/(?<=^ +')\d{3}(?=':$)/gm))].sort()
  const refsAmong = (value: unknown) => {
    const [, , section = ''] = String(value).split('/')
    const names = document.getIn(['components', section])
    return isMap(names) ? names.items.map(({ key }) => `#/components/${section}/${key}`) : []
  }

  const visit = (node: unknown, path: string[]): void => {
    const place: Place = { text, path, statuses, refs: isScalar(node) ? refsAmong(node.value) : [] }
    for (const { name, edits: editsAt } of contractOperators) {
      const found = editsAt(node, place)
      edits.push(
        ...found.map((edit) => ({
          ...edit,
          area: 'contract' as const,
          file: contractFile,
          operator: name,
          place: placeOf(path),
        })),
      )
    }
    if (isSeq(node)) for (const [index, item] of node.items.entries()) visit(item, [...path, String(index)])
    if (!isMap(node)) return
    for (const { key, value } of node.items) {
      const name = String(key)
      if (isForReaders(path, name)) leftOut[name] = (leftOut[name] ?? 0) + 1
      else visit(value, [...path, name])
    }
  }
  visit(document.contents, [])
  return { mutants: mutantsOf(text, edits), leftOut }
}

function placeOf(path: string[]): string {
  return path.join(' > ') || '(root)'
}
