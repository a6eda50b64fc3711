// The example that a contract gives for a parameter or a body: beside its schema, or in it.

import { nodeOf } from './complete/node.ts'
import { listOf } from './complete/operations.ts'
import type { Contract, Examples, Reference, Schema } from './contract.ts'

interface Described {
  schema?: Reference<Schema>
  examples?: Examples
  example?: unknown
}

/** @returns `undefined` if the contract gives none. */
export function givenExample(contract: Contract, { schema, examples = {}, example }: Described): unknown {
  const [first] = Object.values(examples)
  const named = first && contract.resolve(first).value
  if (named !== undefined || example !== undefined) return named ?? example
  const whole = nodeOf(contract.wholeSchema(schema))
  return whole.const ?? whole.example ?? listOf(whole.examples)[0] ?? whole.default ?? listOf(whole.enum)[0]
}
