// generated/resources.ts: the collections of the contract, with the fields of their items (https://google.aip.dev/121). An
// operation of which everything is understood is a standard method, and needs no handler.

import { hash } from 'node:crypto'
import { literal, quoted } from './code.ts'
import { collectionOf } from './complete/item.ts'
import { mapped, nodeOf } from './complete/node.ts'
import { type Contract, type Operation, type Reference, requestSchema, type Schema, targetName } from './contract.ts'
import { escapeKey } from './json-pointer.ts'
import { shapeOf } from './shapes.ts'

const head = `
import type { CollectionData } from '../server/core/contract/contract-data.ts'
import type { operations } from './api.d.ts'
`

const roles = ['id', 'created', 'updated']

/** Each combination of filters needs an index, or reads many items. */
const maxFilters = 3

type Collection = ReturnType<typeof collectionsIn>[number]

export function resources(contract: Contract): string {
  const { collections, standard, adapted } = deriveResources(contract)
  const first = standard.find(({ method, path }) => method === 'post' && !path.includes('{'))
  return [
    head,
    '/** Operations that need no handler. */',
    `export const standardOperations = [${standard.map(({ id }) => quoted(id)).join(', ')}] as const\n`,
    'export type StandardOperation = (typeof standardOperations)[number]\n',
    '/** Lists that need a handler, or an adapter that replaces these parameters. */',
    `export const adaptedParameters = ${literal(adapted)} as const\n`,
    'export type AdaptedParameters = typeof adaptedParameters\n',
    '/** What a creation in the first collection takes and returns: a mock starts with such items. */',
    `export type FirstDraft = ${first ? `operations[${quoted(first.id)}]['requestBody']['content']['application/json']` : 'never'}`,
    `export type FirstItem = ${first ? `operations[${quoted(first.id)}]['responses'][201]['content']['application/json']` : 'never'}\n`,
    'export const collectionData: CollectionData<keyof operations>[] = [',
    ...collections.map((one) => `  ${literal(one)},`),
    ']\n',
  ].join('\n')
}

/**
 * @returns The collections, their standard operations, the parameters because of which a list is not standard, and a line about
 * each path that looks like a collection and is not one.
 */
export function deriveResources(contract: Contract) {
  const found = collectionsIn(contract)
  const refusals: string[] = []
  const derived = found.flatMap((one) => {
    try {
      return [{ ...one, data: collectionData(contract, found, one) }]
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const place = contract.placeOf(`/paths/${escapeKey(one.path)}`)
      refusals.push(`${place} warning: ${error.message}. Its operations need handlers.`)
      return []
    }
  })
  const understood = derived.flatMap((one) =>
    Object.values(one.methods)
      .filter((operation) => isUnderstood(contract, operation, one))
      .map((operation) => ({ operation, others: otherParameters(contract, operation, one) })),
  )
  const standard = understood.filter(({ others }) => others.length === 0).map(({ operation }) => operation)
  const adapted = understood.flatMap(({ operation, others }) =>
    operation.method === 'get' && others.length > 0 ? [[operation.id, others]] : [],
  )
  return {
    collections: derived.map(({ data }) => data),
    standard,
    adapted: Object.fromEntries(adapted),
    refusals,
  }
}

/** Why a path is not a collection. */
class Refusal extends Error {}

/** A collection has a list or a creation at its path, and items one segment below it. */
function collectionsIn(contract: Contract) {
  const paths = Object.keys(contract.document.paths).filter((path) => !path.endsWith('}'))
  const whole = (schema: Reference<Schema> | undefined) => JSON.stringify(contract.wholeSchema(schema))
  return paths.flatMap((path) => {
    const at = (method: string) => contract.operations.find((one) => one.method === method && one.path === path)
    const below = (method: string) =>
      contract.operations.find((one) => one.method === method && collectionOf(one.path) === path)
    const [list, create, get, update, remove] = [at('get'), at('post'), below('get'), below('patch'), below('delete')]
    const page = successOf(list, 200)
    const isList = contract.wholeSchema(page).type === 'array'
    const items = page && isList ? contract.resolve(page).items : undefined
    const item = items ?? successOf(create, 201) ?? successOf(get, 200)
    if (item === undefined || contract.wholeSchema(item).type !== 'object') return []
    const methods = {
      ...(list && isList && { list }),
      ...(create && whole(successOf(create, 201)) === whole(item) && { create }),
      ...(get && whole(successOf(get, 200)) === whole(item) && { get }),
      ...(update && whole(successOf(update, 200)) === whole(item) && { update }),
      ...(remove?.responses.some(({ status }) => status === 204) && { delete: remove }),
    }
    return methods.list || methods.create ? [{ path, methods, item }] : []
  })
}

function successOf(operation: Operation | undefined, status: number): Reference<Schema> | undefined {
  const found = operation?.responses.find((one) => one.status === status)
  return found?.response.content?.['application/json']?.schema
}

function collectionData(contract: Contract, all: Collection[], collection: Collection) {
  const { path, methods, item } = collection
  const { list, get, update, delete: remove } = methods
  const parent = parentOf(path)
  if (parent !== undefined && !all.some((one) => one.path === parent)) {
    throw new Refusal(`${path} has no parent: there must be a collection ${parent}`)
  }
  const fields = fieldsOf(contract, collection)
  const filters = list?.parameters.filter((one) => isFilter(contract, one, item)) ?? []
  if (filters.length > maxFilters) throw new Refusal(`${path} has more than ${maxFilters} filters`)
  if (!Object.values(fields).some(({ role }) => role === 'id')) {
    throw new Refusal(`the items of ${path} have no field id, and none with x-role: id`)
  }
  const shape = shapeOf(nodeOf(contract.wholeSchema(item)))
  const hasChildren = all.some((one) => parentOf(one.path) === path)
  return {
    path,
    noun: nounOf(item, path),
    parent,
    parameter: (get ?? update ?? remove)?.path.slice(path.length + 2, -1),
    methods: mapped(methods, ({ id }) => id),
    fields,
    filters: filters.map(({ name }) => name),
    ...(hasChildren && remove && { children: remove['x-children'] ?? 'refuse' }),
    ...(shape && { shape }),
    schemaDigest: hash('sha256', JSON.stringify(contract.wholeSchema(item)), 'base64url').slice(0, 16),
  }
}

/** The collection of the last item in the path. */
function parentOf(path: string): string | undefined {
  return /^(.*)\/\{/.exec(path)?.[1]
}

function fieldsOf(contract: Contract, { path, methods, item }: Collection) {
  const draft = contract.propertiesOf(requestSchema(methods.create))
  const patch = contract.propertiesOf(requestSchema(methods.update))
  return mapped(contract.propertiesOf(item), (schema, name) => {
    const role = schema['x-role'] ?? (name === 'id' ? 'id' : undefined)
    if (role !== undefined && (Object.hasOwn(draft, name) || Object.hasOwn(patch, name))) {
      throw new Refusal(`the service sets ${name}, so no body of ${path} may have it`)
    }
    if (role !== undefined && !roles.includes(role)) {
      throw new Refusal(`x-role of ${name} must be one of ${roles.join(', ')}`)
    }
    const isTime = schema.type === 'string' && schema.format === 'date-time'
    if (role !== undefined && role !== 'id' && !isTime) {
      throw new Refusal(`${name} has x-role: ${role}, so it must be a string with the format date-time`)
    }
    return {
      ...(role && { role }),
      ...(isNullable(schema) && { nullable: true }),
      ...(schema.default !== undefined && { default: schema.default }),
      ...(Object.hasOwn(draft, name) && { create: true }),
      ...(Object.hasOwn(patch, name) && { update: true }),
    }
  })
}

function isNullable({ type, oneOf = [], anyOf = [] }: Schema & { anyOf?: Reference<Schema>[] }): boolean {
  return [type].flat().includes('null') || [...oneOf, ...anyOf].some((one) => 'type' in one && one.type === 'null')
}

/** Whether the body has only fields of an item. */
function isUnderstood(contract: Contract, operation: Operation, { item }: Collection): boolean {
  const fields = contract.propertiesOf(item)
  return Object.keys(contract.propertiesOf(requestSchema(operation))).every((name) => Object.hasOwn(fields, name))
}

/** @returns The query parameters that are neither paging nor filters. */
function otherParameters(contract: Contract, operation: Operation, { methods, item }: Collection): string[] {
  const isKnown = (one: Operation['parameters'][number]) =>
    operation === methods.list && (['limit', 'after'].includes(one.name) || isFilter(contract, one, item))
  const others = operation.parameters.filter((one) => one.in === 'query' && !isKnown(one))
  return others.map(({ name }) => name)
}

/** A filter has the name and the type of a field. */
function isFilter(contract: Contract, parameter: Operation['parameters'][number], item: Reference<Schema>): boolean {
  const { [parameter.name]: field } = contract.propertiesOf(item)
  const { type } = contract.wholeSchema(parameter.schema)
  return parameter.in === 'query' && typeof type === 'string' && [field?.type].flat().includes(type)
}

/** `RoomBooking` becomes `room booking`. */
function nounOf(item: Reference<Schema>, path: string): string {
  const name = '$ref' in item ? targetName(item) : (path.split('/').at(-1) ?? '')
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase()
}
