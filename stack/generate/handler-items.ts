// The types of the items that a handler reads and writes, in generated/handlers.ts.

import type { ContractModel } from '../contract/model/contract.ts'
import { canLackValue } from '../contract/model/list-parameters.ts'
import { type CollectionMetadata, deriveResources } from '../contract/model/resources.ts'
import { quoted } from './code.ts'
import { type Member, objectType, schemaType } from './handler-types.ts'

/** A function that returns the items of a collection: a signature for each path. */
export function itemsType(contract: ContractModel): string {
  const signatures = deriveResources(contract).collections.map((collection) => {
    const { path } = collection
    const parents = Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name = '']): Member => [name, 'string | number'])
    const parameters = [`path: ${quoted(path)}`, ...(parents.length > 0 ? [`parameters: ${objectType(parents)}`] : [])]
    return `\n(${parameters.join(', ')}): ${collectionType(contract, collection)}`
  })
  return `{${signatures.join('').replaceAll('\n', '\n  ')}\n}`
}

/** @param path The path of the collection. */
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
  const open = additionalProperties ? ' & Record<string, unknown>' : ''
  const toValue = (name: string) => (/null|\]$/.test(toType(name)) ? `NonNullable<${toType(name)}>` : toType(name))
  const valuesOf = (name: string): Member => {
    const value = canLackValue(contract, item, name) ? `${toValue(name)} | null` : toValue(name)
    return [name, `${value} | Array<${value}>`, true]
  }
  const rangeOf = (name: string): Member => [name, `{ min?: ${toValue(name)}; max?: ${toValue(name)} }`, true]
  const filterType = filters.length > 0 ? objectType(filters.map(valuesOf)) : 'Record<string, never>'
  const ordered = Object.keys(orders)
  const sorts = ordered.flatMap((name) => [quoted(name), quoted(`-${name}`)])
  const selections: Member[] = [
    ['filters', filterType, true, 'By field: its value, or values any of which matches.'],
    ['ranges', objectType(ordered.map(rangeOf)), true, 'By field: the least and the greatest value.'],
    ['sort', sorts.join(' | '), true, 'With a hyphen, the order descends.'],
    ['search', searched ? 'string' : '', true, 'Each word is the beginning of a word of the item.'],
    ['after', 'string | number', true, 'The id of the last item before the page.'],
    ['limit', 'number', true, 'Default: 100.'],
  ]
  const query = objectType(selections.filter(([, type]) => type !== '' && type !== '{}'))
  return `stack.HandlerItems<${type}, ${objectType(members)}${open}, ${query}>`
}
