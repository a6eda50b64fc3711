// The types of the items that a handler reads and writes, in generated/handlers.ts.

import type { ContractModel } from '../contract/model/contract.ts'
import { canLackValue } from '../contract/model/list-parameters.ts'
import { type CollectionMetadata, deriveResources } from '../contract/model/resources.ts'
import { quoted } from './code.ts'
import { type Member, objectType, schemaType } from './handler-types.ts'

/** Returns the type of a function that returns the items of a collection: a signature for each path. */
export function itemsType(contract: ContractModel): string {
  const signatures = deriveResources(contract).collections.map((collection) => {
    const { path } = collection
    const parents = Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name = '']): Member => [name, 'string | number'])
    const parameters = [`path: ${quoted(path)}`, ...(parents.length > 0 ? [`parameters: ${objectType(parents)}`] : [])]
    return `\n(${parameters.join(', ')}): ${collectionType(contract, collection)}`
  })
  return `{${signatures.join('').replaceAll('\n', '\n  ')}\n}`
}

/** Returns the type of an item. @param path The path of the collection. */
export function itemType(contract: ContractModel, path: string): string {
  const { collections, items } = deriveResources(contract)
  const { create, get = create, list = '' } = collections.find((collection) => collection.path === path)?.methods ?? {}
  const status = get === create && create !== undefined ? 201 : 200
  const typePath = `api.operations[${quoted(get ?? list)}]['responses'][${status}]['content']['application/json']`
  return schemaType(contract, items.get(path), get === undefined ? `${typePath}[number]` : typePath)
}

function collectionType(
  contract: ContractModel,
  { path, fields, filters, orders, searched }: CollectionMetadata,
): string {
  const item = deriveResources(contract).items.get(path) ?? {}
  const { required = [], additionalProperties } = contract.objectSchema(item)
  // A reference keeps the name of its type.
  const schemas = { ...contract.getProperties(item), ...contract.resolve(item).properties }
  const type = itemType(contract, path)
  const toType = (name: string) => schemaType(contract, schemas[name], `${type}[${quoted(name)}]`)
  // The service sets some fields.
  const members = Object.entries(fields).map(([name, { role, readOnly = false, default: value }]): Member => {
    const isOptional = !required.includes(name) || readOnly || role !== undefined || value !== undefined
    return [name, toType(name), isOptional]
  })
  const openType = additionalProperties ? ' & Record<string, unknown>' : ''
  const toValue = (name: string) => (/null|\]$/.test(toType(name)) ? `NonNullable<${toType(name)}>` : toType(name))
  const valuesOf = (name: string): Member => {
    const value = canLackValue(contract, item, name) ? `${toValue(name)} | null` : toValue(name)
    return [name, `${value} | Array<${value}>`, true]
  }
  const rangeOf = (name: string): Member => [name, `{ min?: ${toValue(name)}; max?: ${toValue(name)} }`, true]
  const filterType = filters.length > 0 ? objectType(filters.map(valuesOf)) : 'Record<string, never>'
  const sortFields = Object.keys(orders)
  const sorts = sortFields.flatMap((name) => [quoted(name), quoted(`-${name}`)])
  const queryMembers: Member[] = [
    ['filters', filterType, true, 'By field: a value, or several values any of which matches.'],
    ['ranges', objectType(sortFields.map(rangeOf)), true, 'By field: the minimum and the maximum value.'],
    ['sort', sorts.join(' | '), true, 'A leading hyphen sorts in descending order.'],
    ['search', searched ? 'string' : '', true, 'Each word must be a prefix of a word in the item.'],
    ['after', 'string | number', true, 'The id of the last item before the page.'],
    ['limit', 'number', true, 'Default: 100.'],
  ]
  const query = objectType(queryMembers.filter(([, type]) => type !== '' && type !== '{}'))
  return `stack.HandlerItems<${type}, ${objectType(members)}${openType}, ${query}>`
}
