// generated/index.ts: the contract as a value, for the service at run time.

import { conditionSubjects } from '../contract/model/condition-subjects.ts'
import type { ContractModel } from '../contract/model/contract.ts'
import { getExamples } from '../contract/model/examples.ts'
import { deriveResources } from '../contract/model/resources.ts'
import { literal, literalWith, property } from './code.ts'
import { collectionValue } from './contract-collections.ts'
import { operationValue } from './contract-operations.ts'
import { problemKinds, responseKey, responseValue, toReferences, toResponses } from './contract-responses.ts'
import { allMethods, getRoutes } from './contract-routes.ts'

export function contractValue(contract: ContractModel): string {
  const { document, basePath, operations, responses } = contract
  const sharedResponses = toResponses(contract.httpResponses)
  const all = [...operations.flatMap((operation) => toResponses(operation.responses)), ...sharedResponses]
  const values = new Map(all.map((response) => [responseKey(contract, response), responseValue(contract, response)]))
  const examples = Array.from(responses, ([name, entry]) => [name, getExamples(contract, entry)] as const)
  const subjects = conditionSubjects(contract).filter(({ subject }) => typeof subject !== 'string')
  return `
import type { Contract, ContractResponse } from 'contract-stack/contract'
import { headerValidators } from './header-validators.js'
import { product } from './product.ts'
import { adaptedParameters, standardOperations } from './resources.ts'

const responses = {${members([...values], '')}} satisfies Record<string, ContractResponse>

export const contract: Contract = {
  basePath: ${literal(basePath)},
  product,
  limits: ${literal(document['x-limits'])},
  exposedHeaders: ${literal(document['x-exposed-headers'])},
  scopes: ${literal([...new Set(operations.flatMap(({ scopes }) => scopes))])},
  operations: {${members(operations.map((operation) => [operation.id, operationValue(contract, operation)]))}},
  routes: [${lines(getRoutes(operations))}],
  allMethods: ${literal(allMethods(operations))},
  httpResponses: ${literalWith(toReferences(contract, sharedResponses))},
  problemKinds: [${lines(problemKinds(contract))}],
  collections: [${lines(deriveResources(contract).collections.map((collection) => collectionValue(contract, collection)))}],
  standardOperations,
  adaptedParameters,
  examples: {${members(examples)}},
  conditionSubjects: {${members(subjects.map(({ operation, subject }) => [operation.id, subject]))}},
}
`
}

function lines(all: unknown[]): string {
  return indentLines(all.map(literalWith))
}

function members(all: (readonly [name: string, value: unknown])[], indent?: string): string {
  return indentLines(
    all.map(([name, value]) => `${property(name)}: ${literalWith(value)}`),
    indent,
  )
}

/** Writes each item on a line of its own, which keeps diffs readable. */
function indentLines(all: string[], indent = '  '): string {
  return all.map((line) => `\n${indent}  ${line},`).join('') + (all.length > 0 ? `\n${indent}` : '')
}
