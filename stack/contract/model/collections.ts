// The paths of a contract that look like collections (https://google.aip.dev/121), and the operations of each.

import type { ContractModel, OperationModel } from './contract.ts'
import { pickBy } from './node.ts'
import type { MaybeReference, Schema } from './openapi.ts'
import { collectionPathOf } from './paths.ts'

/** https://google.aip.dev/130 */
export type StandardMethod = 'list' | 'create' | 'get' | 'update' | 'replace' | 'delete'

export interface CollectionOperations {
  path: string
  item: MaybeReference<Schema>
  methods: Partial<Record<StandardMethod, OperationModel>>
  /** `methods`, and operations with their HTTP methods and paths that return something else. */
  candidates: Partial<Record<StandardMethod, OperationModel>>
}

/** Keywords with which `properties` does not list all properties. */
export const compositionKeywords =
  'allOf anyOf oneOf if dependentSchemas patternProperties unevaluatedProperties'.split(' ')

/** A collection has a list or a creation at its path, and items one segment below it. */
export function findCollections(contract: ContractModel): CollectionOperations[] {
  // In the path of a collection, each parameter is a whole segment, and the last segment is not a parameter.
  const paths = Object.keys(contract.document.paths).filter((path) =>
    /^(?:\/\{[^{}]+\}|\/[^{}/]+)*\/[^{}/]+$/.test(path),
  )
  const toJson = (schema: MaybeReference<Schema> | undefined) => JSON.stringify(contract.dereference(schema))
  return paths.flatMap((path) => {
    const candidates = candidatesAt(contract, path)
    const { list, create, get, update, replace, delete: remove } = candidates
    const listSchema = list && contract.resolve(responseSchema(list, 200) ?? {})
    const items = listSchema?.type === 'array' ? listSchema.items : undefined
    const item = items ?? responseSchema(create, 201) ?? responseSchema(get, 200)
    const schema = contract.dereference(item)
    const isObject =
      schema.type === 'object' || ['properties', ...compositionKeywords].some((keyword) => keyword in schema)
    if (item === undefined || !isObject) return []
    const returns = (status: number, operation?: OperationModel) =>
      toJson(responseSchema(operation, status)) === toJson(item)
    const methods = {
      ...(list && items && { list }),
      ...(create && returns(201, create) && { create }),
      ...(get && returns(200, get) && { get }),
      ...(update && returns(200, update) && { update }),
      ...(replace && returns(200, replace) && { replace }),
      ...(remove?.responses.some(({ code }) => code === '204') && { delete: remove }),
    }
    return methods.list || methods.create ? [{ path, item, methods, candidates }] : []
  })
}

function candidatesAt({ operations }: ContractModel, path: string): CollectionOperations['candidates'] {
  const at = (method: string) => operations.find((operation) => operation.method === method && operation.path === path)
  const itemOperation = (method: string) =>
    operations.find((operation) => operation.method === method && collectionPathOf(operation.path) === path)
  const itemOperations = {
    get: itemOperation('get'),
    update: itemOperation('patch'),
    replace: itemOperation('put'),
    delete: itemOperation('delete'),
  }
  return pickBy({ list: at('get'), create: at('post'), ...itemOperations }, (operation) => operation !== undefined)
}

function responseSchema(operation: OperationModel | undefined, status: number): MaybeReference<Schema> | undefined {
  const response = operation?.responses.find((response) => response.code === String(status))
  return response?.response.content?.['application/json']?.schema
}
