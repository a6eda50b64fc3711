// A contract as a value: its data, compiled once. Everything that works for any contract gets it as an argument.
import { type Collections, compileCollections } from './collections.ts'
import type { ContractData } from './contract-data.ts'
import { compilePlans, type Plans } from './plan.ts'
import { compileProblems, type Problems } from './problem-kinds.ts'
import { compileRoutes, type Routes } from './routes.ts'

export interface Contract extends Plans, Routes, Problems, Collections, Omit<ContractData, Compiled> {}

/** Data that the parts of a contract are compiled from. The others are used as they are. */
type Compiled = 'operations' | 'responses' | 'httpResponses' | 'headerValidators' | 'collections'

/** @throws {Error} if a part of the data is missing. */
export function defineContract(data: ContractData): Contract {
  const { operations: _, responses, httpResponses: __, headerValidators: ___, collections, ...rest } = data
  const plans = compilePlans(data)
  return {
    ...rest,
    ...plans,
    ...compileRoutes(plans.operations),
    ...compileProblems(responses),
    ...compileCollections(collections, plans),
  }
}
