// generated/client.ts: the contract as a value for the client and its hooks. It is a module of its own, so that a web page loads
// nothing else of the contract.

import { literal, quoted } from './code.ts'
import { camelCase } from './complete/common.ts'
import type { Contract } from './contract.ts'
import { deriveResources } from './resources.ts'

type Collection = ReturnType<typeof deriveResources>['collections'][number]

/** Other names in the cache of the hooks. */
const reserved = ['list', 'create', 'update', 'delete', 'read', 'next', 'etag']

const head = `
import type { ClientContract } from 'contract-stack/client'
import type { operations as Operations, paths } from './api.d.ts'
import { operations } from './operations.ts'
`

export function client(contract: Contract): string {
  const { collections } = deriveResources(contract)
  const members = [
    'operations',
    'collections',
    ...(contract.basePath ? [`basePath: ${quoted(contract.basePath)}`] : []),
    ...(isTokenOptional(contract) ? ['isTokenOptional: true'] : []),
  ]
  return [
    head,
    "/** The operations of each collection, and what the hooks' cache must know of its items. */",
    'const collections = {',
    ...collections.map((one) => `  ${quoted(one.path)}: ${literal(toRow(one))},`),
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

function isTokenOptional({ operations }: Contract): boolean {
  return operations.every(({ alternatives = [[]] }) => alternatives.some(({ length }) => length === 0))
}

function toRow(collection: Collection) {
  const { methods, filters, fields } = collection
  return { ...methods, ...getNames(collection), filters, emptied: emptied(fields) }
}

function getNames({ path, itemName, fields, parameter = '' }: Collection) {
  const idField = Object.keys(fields).find((name) => fields[name]?.role === 'id')
  return { item: getName(itemName), items: getName(path.slice(path.lastIndexOf('/') + 1)), idField, parameter }
}

function getName(words: string): string {
  const name = camelCase(words.replaceAll(' ', '-'))
  return reserved.includes(name) ? `${name}Item` : name
}

function emptied(fields: Collection['fields']) {
  const changeable = Object.entries(fields).filter(([, { update }]) => update)
  return Object.fromEntries(changeable.map(([name, field]) => [name, field.nullable ? null : field.default]))
}
