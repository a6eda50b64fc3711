// The metadata of a collection for the service at run time.

import { getBodies } from '../contract/model/bodies.ts'
import type { ContractModel } from '../contract/model/contract.ts'
import { mapValues } from '../contract/model/node.ts'
import { collectionPathOf } from '../contract/model/paths.ts'
import type { CollectionMetadata } from '../contract/model/resources.ts'
import type { ParameterData } from '../core/contract/contract.ts'
import { parametersOf } from './contract-operations.ts'
import { getSuccess, toResponses } from './contract-responses.ts'
import { toSegments } from './contract-routes.ts'

export function collectionValue(contract: ContractModel, { path, ...data }: CollectionMetadata) {
  const fields = Object.entries(data.fields)
  const fieldWith = (role: string) => fields.find(([, field]) => field.role === role)?.[0]
  const list = contract.operations.find(({ id }) => id === data.methods.list)
  const query = list && parametersOf(contract, list).query
  const get = contract.operations.find(
    (operation) => operation.method === 'get' && collectionPathOf(operation.path) === path,
  )
  return {
    path,
    name: path.split('/').at(-1),
    segments: toSegments(path),
    ...data,
    idField: fieldWith('id') ?? 'id',
    updatedField: fieldWith('updated'),
    getOperation: get?.id,
    itemValidator: itemValidator(contract, data.methods),
    defaultQuery: mapValues(query, (parameter: ParameterData) => parameter.default),
  }
}

/** Returns the validator of an item. All methods have the same schema of an item. */
function itemValidator(contract: ContractModel, { get, create, list }: CollectionMetadata['methods']) {
  for (const id of [get, create, list]) {
    const operation = contract.operations.find((operation) => operation.id === id)
    const success = getSuccess(toResponses(operation?.responses ?? []))
    const [body] = success ? getBodies(contract, success) : []
    if (body) return body.validator && { validator: body.validator, ...(id === list && { isInList: true }) }
  }
  return undefined
}
