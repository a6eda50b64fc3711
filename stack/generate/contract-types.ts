// generated/contract-types.ts: the contract for the client and its hooks. A web page loads nothing else of the contract.

import type { ContractModel } from '../contract/model/contract.ts'
import { camelCase } from '../contract/model/names.ts'
import { type CollectionMetadata, deriveResources } from '../contract/model/resources.ts'
import { literal, quoted } from './code.ts'

/** Names that have a different meaning in the cache of the hooks. */
const reserved = ['list', 'create', 'update', 'delete', 'read', 'next', 'etag']

const imports = `
import type { ClientContract } from 'contract-stack/client'
import type { operations as Operations, paths } from './api.d.ts'
import { operations } from './operations.ts'
`

export function contractTypes(contract: ContractModel): string {
  const { collections } = deriveResources(contract)
  const members = [
    'operations',
    'collections',
    ...(contract.basePath ? [`basePath: ${quoted(contract.basePath)}`] : []),
    ...(isTokenOptional(contract) ? ['isTokenOptional: true'] : []),
  ]
  return [
    imports,
    '/** The operations of each collection, and the data of its items for the cache of the hooks. */',
    'const collections = {',
    ...collections.map((collection) => `  ${quoted(collection.path)}: ${literal(toData(contract, collection))},`),
    '} as const\n',
    '/** The types of the contract. */',
    'export interface Types {',
    '  operations: Operations',
    '  paths: paths',
    '  collections: typeof collections',
    ...(isTokenOptional(contract) ? ['  isTokenOptional: true'] : []),
    '}\n',
    `export const contract: ClientContract<Types> = { ${members.join(', ')} }\n`,
  ].join('\n')
}

function isTokenOptional({ operations }: ContractModel): boolean {
  return operations.every(({ alternatives = [[]] }) => alternatives.some(({ length }) => length === 0))
}

function toData(contract: ContractModel, collection: CollectionMetadata) {
  const { path, methods, parameters, fields, itemName, parameter = '' } = collection
  const entries = Object.entries(parameters)
  const filters = Object.fromEntries(
    entries.flatMap(([name, meaning]) => ('filter' in meaning ? [[name, meaning.filter]] : [])),
  )
  const sort = entries.find(([, meaning]) => 'sort' in meaning)?.[0]
  const idField = Object.keys(fields).find((name) => fields[name]?.role === 'id')
  const names = { item: getName(itemName), items: getName(path.slice(path.lastIndexOf('/') + 1)), idField, parameter }
  const changeable = Object.entries(fields).filter(([, { update }]) => update)
  const valueAfterNull = changeable.map(([name, field]) => [name, field.nullable ? null : (field.default ?? null)])
  const defaults = getDefaults(contract, methods.list)
  return { ...methods, ...names, filters, sort, defaults, valueAfterNull: Object.fromEntries(valueAfterNull) }
}

/** Returns the defaults except the default of `limit`, which filters no items. */
function getDefaults(contract: ContractModel, list: string | undefined): Record<string, unknown> | undefined {
  const parameters = contract.operations.find(({ id }) => id === list)?.parameters ?? []
  const defaults = parameters.flatMap(({ name, in: location, schema }) => {
    const value = contract.dereference(schema).default
    return location === 'query' && name !== 'limit' && value !== undefined ? [[name, value]] : []
  })
  return defaults.length === 0 ? undefined : Object.fromEntries(defaults)
}

function getName(words: string): string {
  const name = camelCase(words.replaceAll(' ', '-'))
  return reserved.includes(name) ? `${name}Item` : name
}
