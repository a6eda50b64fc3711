// A contract as a value: its data, compiled once. Everything that works for any contract gets it as an argument.
import { type Collections, compileCollections } from './collections.ts'
import type { ContractData } from './contract-data.ts'
import { compilePlans, type Plans } from './plan.ts'
import { compileProblems, type Problems } from './problem-kinds.ts'
import { compileRoutes, type Routes } from './routes.ts'

/** Of the data, parts are compiled. The others are used as they are. */
export interface Contract
  extends Plans,
    Routes,
    Problems,
    Collections,
    Omit<ContractData, 'operations' | 'responses' | 'httpResponses' | 'headerValidators' | 'collections'> {}

/** @throws {Error} if a part of the data is missing. */
export function defineContract(data: ContractData): Contract {
  const plans = compilePlans(data)
  return {
    ...data,
    ...plans,
    ...compileRoutes(plans.operations),
    ...compileProblems(data.responses),
    ...compileCollections(data.collections, plans),
  }
}
