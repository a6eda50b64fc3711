// The contract tester on collections that several callers see: it uses two callers, and requests without a token.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CollectionData } from '../../core/contract/contract-data.ts'
import { readContract } from '../../tester/contract/tested-contract.ts'
import { failuresWith, testServiceAndMock } from './construct.ts'
import { newNotes } from './notes.ts'

const product = await newNotes()
const contract = await readContract(join(product.folder, 'generated/openapi.yaml'))

const [seen, cached, anyChange, ownChange] = [
  'items that several callers see',
  'responses for every cache',
  'changes of items of another caller',
  'items of another caller that this caller sees',
]
const rulesOfAccess = Object.entries({
  '/notices': [seen, anyChange],
  '/posts': [seen, ownChange],
  '/articles': [seen, cached, anyChange],
  '/articles/{articleId}/comments': [seen, cached, ownChange],
}).flatMap(([path, rules]) => rules.map((rule) => `${rule}: ${path}`))

describe('the contract tester', () => {
  const suite = { seed: 1, perFamily: 2, sequences: 1, skip: ['a token that is not valid'] }

  it('finds nothing wrong with the service and the mock', async () => {
    const result = await testServiceAndMock(product, contract, suite, ['ann', 'bob'])
    const rules = new Set(result.cases.flatMap(({ phase, name }) => (phase === 'rules' ? [name] : [])))
    expect(rulesOfAccess.filter((name) => !rules.has(name))).toEqual([])
  })

  const rulesThat = (isMeant: (name: string) => boolean) => rulesOfAccess.filter(isMeant)
  const faults: [string, Change, string[]][] = [
    ['keeps shared items private', ({ access: _, ...one }) => one, rulesThat((name) => !name.startsWith(cached))],
    ['lets every caller change items', withWrite('scope'), rulesThat((name) => name.startsWith(ownChange))],
    ['lets only creators change items', withWrite('creator'), rulesThat((name) => name.startsWith(anyChange))],
  ]
  it.each(faults)('finds a service that %s', async (_, change, expected) => {
    const data = { ...product.data, collections: product.data.collections.map(change) }
    const found = await failuresWith(data, product, contract, { ...suite, only: rulesOfAccess })
    expect(expected.filter((name) => !found.includes(name))).toEqual([])
  })
})

type Change = (collection: CollectionData) => CollectionData

function withWrite(write: 'creator' | 'scope'): Change {
  return ({ access, ...one }) => ({ ...one, ...(access && { access: { ...access, write } }) })
}
