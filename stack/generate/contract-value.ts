// The files that are the same for every contract: the contract as a value (index.ts), what only a process of Node needs of it
// (server.ts), and the declarations of the compiled validators.

export function contractValue(): string {
  return `
import { type Contract, defineContract } from 'contract-stack/contract'
import type { ContractData } from 'contract-stack/contract-data'
import { headerValidators } from './header-validators.js'
import { examples } from './examples.ts'
import { conditionSubjects } from './items.ts'
import {
  basePath,
  contractDigest,
  exposedHeaders,
  httpResponseNames,
  limits,
  operationData,
  responseData,
} from './plans.ts'
import { product } from './product.ts'
import { adaptedParameters, collectionData, standardOperations } from './resources.ts'

export const contractData: ContractData = {
  digest: contractDigest,
  basePath,
  product,
  limits,
  exposedHeaders,
  operations: operationData,
  responses: responseData,
  httpResponses: httpResponseNames,
  headerValidators,
  collections: collectionData,
  standardOperations,
  adaptedParameters,
  examples,
  conditionSubjects,
}

export const contract: Contract = defineContract(contractData)
`
}

export function serverValue(): string {
  return `
import type { ServerData } from 'contract-stack/contract-data'
import * as validators from './openapi-validators.js'

export const server: ServerData = { validators, documents: new URL('.', import.meta.url) }
`
}

export const validatorTypes = {
  header: `
import type { CompiledValidator } from 'contract-stack/contract-data'

/** Of a header: a number if its schema is one, otherwise text. By the header component, or by response and header. */
export declare const headerValidators: Record<string, CompiledValidator>
`,

  openapi: `
import type { CompiledValidators } from 'contract-stack/contract-data'

export declare const operations: CompiledValidators['operations']
export declare const parameterValidators: CompiledValidators['parameterValidators']
export declare const bodyValidators: CompiledValidators['bodyValidators']
export declare const responseValidators: CompiledValidators['responseValidators']
`,
}
