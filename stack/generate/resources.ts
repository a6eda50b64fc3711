// generated/resources.ts: the operations that need no handler.

import type { ContractModel } from '../contract/model/contract.ts'
import { deriveResources } from '../contract/model/resources.ts'
import { literal, quoted } from './code.ts'

export function resources(contract: ContractModel): string {
  const { standard, adapted } = deriveResources(contract)
  const operations = Array.from(standard, (id) => contract.operations.find((operation) => operation.id === id))
  const first = operations.find((operation) => {
    return (
      operation?.method === 'post' &&
      !operation.path.includes('{') &&
      operation.requestBody?.content['application/json']
    )
  })
  return [
    "\nimport type { operations } from './api.d.ts'\n",
    '/** Operations that need no handler. */',
    `export const standardOperations = [${Array.from(standard, quoted).join(', ')}] as const\n`,
    '/** Lists that need a handler, or an adapter that replaces these parameters. */',
    `export const adaptedParameters = ${literal(adapted)} as const\n`,
    '/** The types of the mock for tests: `draft` is the body of a creation in the first collection, `item` its result. */',
    'export interface MockTypes {',
    '  operations: operations',
    '  operation: keyof operations',
    `  draft: ${first ? `operations[${quoted(first.id)}]['requestBody']['content']['application/json']` : 'never'}`,
    `  item: ${first ? `operations[${quoted(first.id)}]['responses'][201]['content']['application/json']` : 'never'}`,
    '}\n',
  ].join('\n')
}
