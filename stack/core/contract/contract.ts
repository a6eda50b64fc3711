// A contract as a value: its data, compiled once. Everything that works for any contract gets it as an argument.
import { type Collections, compileCollections } from './collections.ts'
import type { ContractData } from './contract-data.ts'
import { compilePlans, type Plans } from './plan.ts'
import { compileProblems, type Problems } from './problem-kinds.ts'
import { compileRoutes, type Routes } from './routes.ts'

export interface Contract extends Plans, Routes, Problems, Collections, Pick<ContractData, Uncompiled> {}

/** Data that are used as they are. */
type Uncompiled =
  | 'digest'
  | 'basePath'
  | 'product'
  | 'limits'
  | 'standardOperations'
  | 'adaptedParameters'
  | 'examples'
  | 'conditionSubjects'

/** @throws {Error} if a part of the data is missing. */
export function defineContract(data: ContractData): Contract {
  const { digest, basePath, product, limits, standardOperations, adaptedParameters, examples, conditionSubjects } = data
  const plans = compilePlans(data)
  return {
    digest,
    basePath,
    product,
    limits,
    standardOperations,
    adaptedParameters,
    examples,
    conditionSubjects,
    ...plans,
    ...compileRoutes(plans.operations),
    ...compileProblems(data.responses),
    ...compileCollections(data.collections, plans),
  }
}
