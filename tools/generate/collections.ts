// generated/collections.ts: what the client must know about collections besides their operations. Each table is one value, so a
// web page loads only those that it uses.

import { literal, quoted } from './code.ts'
import { camelCase } from './complete/common.ts'
import type { Contract } from './contract.ts'
import { deriveResources } from './resources.ts'

type Collection = ReturnType<typeof deriveResources>['collections'][number]

/** Other names in the cache of the hooks. */
const reserved = ['list', 'create', 'update', 'delete', 'read', 'next', 'etag']

export function collections(contract: Contract): string {
  const { collections } = deriveResources(contract)
  const table = (rowOf: (collection: Collection) => object) =>
    `{\n${collections.map((one) => `  ${quoted(one.path)}: ${literal(rowOf(one))},\n`).join('')}} as const\n`
  return [
    '',
    '/** The operations of each collection, the names of its items in the cache of the hooks, and how to name one of them. */',
    `export const collections = ${table((one) => ({ ...one.methods, ...namesOf(one) }))}`,
    '/** The filters of each list, and the values of fields that a change sets to null. */',
    `export const itemValues = ${table(({ filters, fields }) => ({ filters, emptied: emptied(fields) }))}`,
  ].join('\n')
}

function namesOf({ path, noun, fields, parameter = '' }: Collection) {
  const idField = Object.keys(fields).find((name) => fields[name]?.role === 'id')
  return { item: nameOf(noun), items: nameOf(path.slice(path.lastIndexOf('/') + 1)), idField, parameter }
}

function nameOf(words: string): string {
  const name = camelCase(words.replaceAll(' ', '-'))
  return reserved.includes(name) ? `${name}Item` : name
}

function emptied(fields: Collection['fields']) {
  const changeable = Object.entries(fields).filter(([, { update }]) => update)
  return Object.fromEntries(changeable.map(([name, field]) => [name, field.nullable ? null : field.default]))
}
