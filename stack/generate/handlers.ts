// generated/handlers.ts: the types and functions that a handler imports.

import { baseSpecTemplate } from '../contract/complete/common.ts'
import { problemNames } from '../contract/model/bodies.ts'
import { conditionSubjects } from '../contract/model/condition-subjects.ts'
import type { ContractModel, OperationModel } from '../contract/model/contract.ts'
import { deriveResources } from '../contract/model/resources.ts'
import { quoted } from './code.ts'
import { itemsType, itemType } from './handler-items.ts'
import { inputType, type Member, objectType, resultType } from './handler-types.ts'

export function handlers(contract: ContractModel): string {
  const operationsType = (toType: (contract: ContractModel, operation: OperationModel) => string) =>
    objectType(contract.operations.map((operation) => [operation.id, toType(contract, operation)]))
  const customProblems = [...contract.responses.values()].flatMap(({ response }) => problemNames(contract, response))
  const problems = [...new Set([...Object.keys(baseSpecTemplate.problems), ...customProblems])]
  return `
import { AnyProblem, type ProblemClass } from 'contract-stack/contract'
import type * as stack from 'contract-stack/contract'
import type * as api from './api.d.ts'

/** The validated input of each operation, with the defaults of the contract. */
export interface Inputs ${operationsType(inputType)}

/** The documented responses of each operation. Handlers throw problems. */
export interface Results ${operationsType(resultType)}

/** The items of each collection. */
export interface Items ${itemsType(contract)}

export interface Context extends stack.HandlerContext<Items> {}

/**
 * Handlers by operationId. An operation that is not a standard method needs one. \`adapt\` changes the input of a standard
 * method, and must replace the parameters that the method does not support. \`read\` serializes the item of the path of a
 * GET, and must be pure: preconditions are evaluated against its result.
 */
export type Handlers = ${handlersType(contract)}
export type Handler<Id extends keyof api.operations> = (input: Inputs[Id], context: Context) => Promise<Results[Id]>
export type Input<Id extends keyof Inputs> = Inputs[Id]
export type Result<Id extends keyof Results> = Results[Id]

/** The last part of each problem type of the base spec and of the contract, such as \`not-found\`. */
export type ProblemName = ${problems.map(quoted).join(' | ')}

/** A problem that a handler throws. @param detail One sentence for the caller. */
export const Problem: ProblemClass<ProblemName> = AnyProblem

export { notWritten } from 'contract-stack/contract'
`
}

function handlersType(contract: ContractModel): string {
  const { standard, adapted } = deriveResources(contract)
  const subjects = conditionSubjects(contract).flatMap(({ subject }) => (typeof subject === 'string' ? [] : subject))
  const all = contract.operations.map((operation): Member => {
    const id = quoted(operation.id)
    const { [operation.id]: unknownParameters = [] } = adapted
    const isStandard = standard.has(operation.id)
    const input = unknownParameters.length === 0 ? `Inputs[${id}]` : inputType(contract, operation, unknownParameters)
    const canAdapt = isStandard || operation.id in adapted
    const subject = subjects.find(({ read }) => read === operation.id)
    const alternatives = [
      canAdapt && objectType([['adapt', `(input: Inputs[${id}]) => ${input}`]]),
      subject?.parameter !== undefined &&
        objectType([['read', `(item: ${itemType(contract, subject.collection)}) => Results[${id}]`]]),
      subject === undefined && `((input: Inputs[${id}], context: Context) => Promise<Results[${id}]>)`,
    ]
    return [operation.id, alternatives.filter((alternative) => alternative !== false).join(' | '), isStandard]
  })
  return objectType(all)
}
