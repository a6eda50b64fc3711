// The example that a contract gives for a parameter or a body: beside its schema, or in it.

import { toNode } from './complete/node.ts'
import { toList } from './complete/operations.ts'
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
  const whole = toNode(contract.wholeSchema(schema))
  return whole.const ?? whole.example ?? toList(whole.examples)[0] ?? whole.default ?? toList(whole.enum)[0]
}
