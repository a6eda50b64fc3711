// generated/handlers.ts: what the author of a handler imports.

import { problemNames } from './bodies.ts'
import { quoted } from './code.ts'
import { commonPartFor } from './complete/common.ts'
import type { Contract } from './contract.ts'

export function handlers(contract: Contract): string {
  const own = [...contract.responses.values()].flatMap(({ response }) => problemNames(contract, response))
  const problems = [...new Set([...Object.keys(commonPartFor({}).problems), ...own])]
  return `
import {
  AnyProblem,
  type HandlerOf,
  type HandlersOf,
  type InputOf,
  type ProblemClass,
  type ResultOf,
} from 'contract-stack/contract'
import type { operations } from './api.d.ts'
import type { ConditionReads, Items, OmissibleFields } from './items.ts'
import type { DefaultedParameters } from './operations.ts'
import type { AdaptedParameters, StandardOperation } from './resources.ts'

interface Types {
  operations: operations
  defaultedParameters: DefaultedParameters
  standardOperation: StandardOperation
  adaptedParameters: AdaptedParameters
  items: Items
  omissibleFields: OmissibleFields
  conditionReads: ConditionReads
}

/** What is special, by operationId. An operation that is not standard needs a handler. */
export type Handlers = HandlersOf<Types>
export type Handler<Id extends keyof operations> = HandlerOf<Types, Id>
export type Input<Id extends keyof operations> = InputOf<Types, Id>
export type Result<Id extends keyof operations> = ResultOf<Types, Id>

/** The last part of every problem type, such as \`not-found\`: those of the common part, and those of the contract. */
export type ProblemName = ${problems.map(quoted).join(' | ')}

/** A handler throws it. @param detail One sentence for the caller. */
export const Problem: ProblemClass<ProblemName> = AnyProblem

export { notWritten } from 'contract-stack/contract'
`
}
