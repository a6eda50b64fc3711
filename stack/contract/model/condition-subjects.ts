// The subjects of the conditions of writes (RFC 9110, 13.1): what GET returns at their paths. The service evaluates
// conditions inside the write of an item, so a subject must be a list or an item.

import type { ContractModel, OperationModel } from './contract.ts'
import { collectionPathOf } from './paths.ts'
import { deriveResources } from './resources.ts'

type Resources = ReturnType<typeof deriveResources>

/** @returns The subject of the conditions of each write, or a message why nothing can evaluate them. */
export function conditionSubjects(contract: ContractModel) {
  const resources = deriveResources(contract)
  const conditional = contract.operations.filter(
    ({ method, evaluatesConditions }) => method !== 'get' && evaluatesConditions,
  )
  return conditional.map((operation) => ({ operation, subject: getSubject(contract, resources, operation) }))
}

function getSubject(
  contract: ContractModel,
  { collections, standard, adapted }: Resources,
  { id, path }: OperationModel,
) {
  const readOperation = contract.operations.find(
    (operation) => operation.method === 'get' && operation.path === path,
  )?.id
  const refuse = (reason: string) =>
    `x-conditions of ${id} refer to what GET returns at its path, ${reason}. Remove them.`
  const list = collections.find((collection) => collection.path === path)
  if (list !== undefined) {
    const isStandard = readOperation === undefined || readOperation in adapted || standard.has(readOperation)
    if (!isStandard || readOperation !== list.methods.list) return refuse(`and ${readOperation} is not a standard list`)
    return { collection: path, read: readOperation }
  }
  const [item = '', parameter = ''] = /^.*\{([^{}]+)\}/.exec(path) ?? []
  const collection = collections.find((collection) => collection.path === collectionPathOf(item))
  if (collection === undefined) return refuse('and the path names no item of a collection')
  if (readOperation === undefined && path !== item) return refuse('and it has no GET')
  return { collection: collection.path, parameter, read: readOperation }
}
