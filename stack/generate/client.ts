// generated/client.ts: the contract for the client and its hooks. A web page loads nothing else of the contract.

import { requestSchema } from './bodies.ts'
import { literal, property, quoted } from './code.ts'
import { camelCase } from './complete/common.ts'
import type { Contract } from './contract.ts'
import { deriveResources } from './resources.ts'

type Collection = ReturnType<typeof deriveResources>['collections'][number]

/** Other names in the cache of the hooks. */
const reserved = ['list', 'create', 'update', 'delete', 'read', 'next', 'etag']

const imports = `
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
    imports,
    "/** The operations of each collection, and what the hooks' cache must know of its items. */",
    'const collections = {',
    ...collections.map((one) => `  ${quoted(one.path)}: ${literal(toRow(contract, one))},`),
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

function toRow(contract: Contract, collection: Collection) {
  const { path, methods, parameters, fields, itemName, parameter = '' } = collection
  const chosen = Object.entries(parameters)
  const filters = Object.fromEntries(chosen.flatMap(([name, one]) => ('filter' in one ? [[name, one.filter]] : [])))
  const sort = chosen.find(([, one]) => 'sort' in one)?.[0]
  const idField = Object.keys(fields).find((name) => fields[name]?.role === 'id')
  const names = { item: getName(itemName), items: getName(path.slice(path.lastIndexOf('/') + 1)), idField, parameter }
  const changeable = Object.entries(fields).filter(([, { update }]) => update)
  const emptied = changeable.map(([name, field]) => [name, field.nullable ? null : field.default])
  const defaults = getDefaults(contract, methods.list)
  return { ...methods, ...names, filters, sort, defaults, emptied: Object.fromEntries(emptied) }
}

/** Without that of `limit`, which chooses no items. */
function getDefaults(contract: Contract, list: string | undefined): Record<string, unknown> | undefined {
  const parameters = contract.operations.find(({ id }) => id === list)?.parameters ?? []
  const defaults = parameters.flatMap(({ name, in: group, schema }) => {
    const value = contract.wholeSchema(schema).default
    return group === 'query' && name !== 'limit' && value !== undefined ? [[name, value]] : []
  })
  return defaults.length === 0 ? undefined : Object.fromEntries(defaults)
}

function getName(words: string): string {
  const name = camelCase(words.replaceAll(' ', '-'))
  return reserved.includes(name) ? `${name}Item` : name
}

/** generated/field-rules.ts: what a form can check while a person types, before the service checks it. */
export function fieldRules(contract: Contract): string {
  const collections = deriveResources(contract).collections.flatMap(({ path, methods }) => {
    const create = contract.operations.find(({ id }) => id === methods.create)
    return create === undefined ? [] : [`  ${quoted(path)}: {`, ...getRules(contract, requestSchema(create)), '  },']
  })
  return [
    '',
    '/** By collection: the rules for the texts of an item, for forms. Lengths are in code points: `[...text].length`. */',
    'export const fieldRules = {',
    ...collections,
    '} as const\n',
  ].join('\n')
}

function getRules(contract: Contract, schema: ReturnType<typeof requestSchema>): string[] {
  const strings = Object.entries(contract.getProperties(schema)).filter(([, { type }]) =>
    [type].flat().includes('string'),
  )
  return strings.map(([name, { minLength = 0, maxLength, pattern, 'x-pattern-message': message }]) => {
    const matched = pattern === undefined ? undefined : new RegExp(pattern, 'u')
    const rules = [`minLength: ${minLength}`, `maxLength: ${maxLength}`, `pattern: ${matched}`]
    if (message !== undefined) rules.push(`patternMessage: ${quoted(message)}`)
    return `    ${property(name)}: { ${rules.join(', ')} },`
  })
}
