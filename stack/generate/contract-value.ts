// generated/index.ts and generated/server.ts: the contract as a value, and what only a process of Node needs of it.

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
