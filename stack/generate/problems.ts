// The problems of the pipeline that a response can have: each has a schema that fixes its type, its title and its status.

import { mapped, type Node } from './complete/node.ts'
import type { Contract, Reference, Response, Schema } from './contract.ts'

const problemType = /^tag:.*:([a-z0-9-]+)$/

/** Of a problem that the service makes. */
export function isProblemType(type: unknown): boolean {
  return typeof type === 'string' && problemType.test(type)
}

/** What each schema fixes, and its description. A response can have other bodies of the same media type. */
export function getProblems(contract: Contract, response: Response) {
  return findAlternatives(contract, response).flatMap((one) => {
    const fixed = fixedBy(contract, one)
    return isProblemType(fixed.type) ? { fixed, description: contract.resolve<Schema>(one).description } : []
  })
}

/** The last part of the type of each problem, such as `not-found`. */
export function problemNames(contract: Contract, response: Response): string[] {
  return getProblems(contract, response).flatMap(({ fixed }) => problemType.exec(String(fixed.type))?.[1] ?? [])
}

/** Whether a problem of the contract can be in the place of those of the pipeline. */
export function hasOwnProblem(contract: Contract, response: Response): boolean {
  return findAlternatives(contract, response).length > getProblems(contract, response).length
}

function fixedBy(contract: Contract, schema: Reference<Schema>): Node {
  return mapped(contract.getProperties(schema), (property) => property.const)
}

function findAlternatives(contract: Contract, { content = {} }: Response): Reference<Schema>[] {
  const flat = (schema: Reference<Schema>): Reference<Schema>[] => {
    const { anyOf } = contract.resolve<Schema>(schema)
    if (anyOf === undefined || isProblemType(fixedBy(contract, schema).type)) return [schema]
    return anyOf.flatMap(flat)
  }
  const { schema } = content['application/problem+json'] ?? {}
  return schema === undefined ? [] : flat(schema)
}
