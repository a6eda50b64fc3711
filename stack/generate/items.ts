// generated/items.ts: the items of collections, and what the conditions of a write refer to (RFC 9110, 13.1): what GET
// returns at its path. The service evaluates them inside the write of an item, so that must be the list, or an item.

import { property, quoted } from './code.ts'
import { getCollection } from './complete/item.ts'
import type { Contract, Operation } from './contract.ts'
import { deriveResources } from './resources.ts'

type Resources = ReturnType<typeof deriveResources>
type Collection = Resources['collections'][number]

export function items(contract: Contract): string {
  const { collections } = deriveResources(contract)
  const subjects = conditionSubjects(contract).flatMap(({ subject }) => (typeof subject === 'string' ? [] : subject))
  const reads = new Map(
    subjects.flatMap(({ read, parameter, collection }) => {
      return read === undefined ? [] : [[read, parameter === undefined ? 'never' : `Items[${quoted(collection)}]`]]
    }),
  )
  return [
    collections.length > 0 ? "\nimport type { operations } from './api.d.ts'\n" : '',
    '/** An item of each collection. */',
    `export interface Items {${collections.map((one) => `\n  ${quoted(one.path)}: ${itemType(one)}`).join('')}\n}\n`,
    '/** The fields that it can be written without: the service sets them, or the contract has a default. */',
    `export interface OmissibleFields {${collections.map((one) => `\n  ${quoted(one.path)}: ${omissible(one)}`).join('')}\n}\n`,
    '/** Each GET that the conditions of another operation refer to, and the item that it shows. `never`: a list. */',
    `export interface ConditionReads {${[...reads].map(([id, item]) => `\n  ${property(String(id))}: ${item}`).join('')}\n}\n`,
  ].join('\n')
}

/** @returns What the conditions of each write refer to, or why nothing can evaluate them. */
export function conditionSubjects(contract: Contract) {
  const resources = deriveResources(contract)
  const conditional = contract.operations.filter(
    ({ method, evaluatesConditions }) => method !== 'get' && evaluatesConditions,
  )
  return conditional.map((operation) => ({ operation, subject: getSubject(contract, resources, operation) }))
}

function getSubject(contract: Contract, { collections, standard, adapted }: Resources, { id, path }: Operation) {
  const read = contract.operations.find((one) => one.method === 'get' && one.path === path)?.id
  const refuse = (reason: string) =>
    `x-conditions of ${id} refer to what GET returns at its path, ${reason}. Remove them.`
  const list = collections.find((one) => one.path === path)
  if (list !== undefined) {
    const isStandard = read === undefined || read in adapted || standard.some((one) => one.id === read)
    if (!isStandard || read !== list.methods.list) return refuse(`and ${read} is not a standard list`)
    return { collection: path, read }
  }
  const [item = '', parameter = ''] = /^.*\{([^{}]+)\}/.exec(path) ?? []
  const collection = collections.find((one) => one.path === getCollection(item))
  if (collection === undefined) return refuse('and the path names no item of a collection')
  if (read === undefined && path !== item) return refuse('and it has no GET')
  return { collection: collection.path, parameter, read }
}

function omissible({ fields }: Collection): string {
  const names = Object.entries(fields).filter(([, field]) => field.role !== undefined || field.default !== undefined)
  return names.map(([name]) => quoted(name)).join(' | ')
}

function itemType({ methods: { create, get, list } }: Collection): string {
  const success = (id: string, status: number) =>
    `operations[${quoted(id)}]['responses'][${status}]['content']['application/json']`
  if (create !== undefined) return success(create, 201)
  return get === undefined ? `${success(list ?? '', 200)}[number]` : success(get, 200)
}
