// The collections of a plain contract, as its paths and schemas show them.
import { type CollectionMethods, readMethods } from '../contract/collections.ts'
import { bodySchema, type ContractOperation, collectionPath, parametersIn } from '../contract/operations.ts'
import type { Schema, SchemaProperty } from '../contract/schema.ts'
import type { TestedContract } from '../contract/tested-contract.ts'

export interface PlainCollection extends CollectionMethods {
  /** The property that identifies an item. */
  id: SchemaProperty
  /** The properties of a created item. */
  itemProperties: SchemaProperty[]
  /** The property of a list that has the items; undefined if the list is an array. */
  itemsName: string | undefined
  /** The property of a list that counts all its items. */
  totalName: string | undefined
}

/** A collection for each `POST` that returns an item whose identifier is in a path below it. */
export function plainCollections(contract: TestedContract): PlainCollection[] {
  return contract.operations
    .filter(({ method }) => method === 'POST')
    .flatMap((create) => {
      const { path } = create
      const item = contract.operations.find((one) => isItemPath(one.path, path))
      const itemProperties = successSchema(create)?.allProperties ?? []
      const id = item && idProperty(itemProperties, parametersIn(item.path).at(-1) ?? '')
      if (item === undefined || id === undefined || bodySchema(create) === undefined) return []
      const methods = readMethods(create, item.path)
      const { list } = methods
      const listSchema = list && successSchema(list)
      const listProperties = listSchema?.allProperties ?? []
      const itemsName = listProperties.find((one) => isListOf(one.schema, id))?.name
      const isList = itemsName !== undefined || (listSchema !== undefined && isListOf(listSchema, id))
      return {
        ...methods,
        list: isList ? list : undefined,
        id,
        itemProperties,
        itemsName,
        totalName: listProperties.find(isTotal)?.name,
      }
    })
}

/** The collection whose items a parameter of a path names. */
export function getCollection({ contract, path }: ContractOperation, parameter: string): PlainCollection | undefined {
  return contract.plainCollections.find((one) => one.path === collectionPath(path, parameter))
}

/** The schema of the first success of an operation, if it is JSON. */
function successSchema({ responses }: ContractOperation): Schema | undefined {
  const [, content] = [...(responses.success?.content ?? [])].find(([name]) => /[/+]json$/.test(name)) ?? []
  return content?.schema
}

function isItemPath(path: string, collection: string): boolean {
  return path.startsWith(`${collection}/`) && /^\{[^{}]+\}$/.test(path.slice(collection.length + 1))
}

function idProperty(properties: SchemaProperty[], parameter: string): SchemaProperty | undefined {
  const names = [parameter, 'id', 'uuid', '_id', 'uid', 'key', 'slug', 'name']
  const isScalar = ({ keywords }: Schema) => ['string', 'integer'].includes(String(keywords.type))
  return names.flatMap((name) => properties.find((one) => one.name === name && isScalar(one.schema)) ?? []).at(0)
}

function isListOf(schema: Schema, id: SchemaProperty): boolean {
  if (schema.keywords.type !== 'array' || !('items' in schema.keywords)) return false
  return schema.at('items').allProperties.some(({ name }) => name === id.name)
}

function isTotal({ name, schema }: SchemaProperty): boolean {
  return /^total(?:_?(?:count|items|results))?$/i.test(name) && schema.keywords.type === 'integer'
}
