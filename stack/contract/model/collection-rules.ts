// Why a path looks like a collection and is not one.

import { type Checks, each } from '../finding.ts'
import { toError } from './ajv.ts'
import { requestProperties } from './bodies.ts'
import { type CollectionOperations, compositionKeywords } from './collections.ts'
import { type ContractModel, getRole } from './contract.ts'
import { escapeKey } from './node.ts'
import type { MaybeReference, Schema } from './openapi.ts'
import { findParent, unnamed } from './paths.ts'

interface Candidate {
  contract: ContractModel
  collection: CollectionOperations
  collections: CollectionOperations[]
}

const roles = ['id', 'created', 'updated']

/** The service sets such values. */
const times = ['2025-11-20T09:00:00.000Z', '2026-02-28T23:59:59.999Z']
const texts = ['019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41', '019a9f3e-6068-7c02-9b1f-52d7e8a40c15']

/** Returns ids of the kinds that services and mocks make for items of this schema. */
export function idsFor(contract: ContractModel, item: MaybeReference<Schema>): (string | number)[] {
  return hasIntegerIds(contract, item) ? [1, 1_764_180_000_000_000] : texts
}

export function hasIntegerIds(contract: ContractModel, item: MaybeReference<Schema>): boolean {
  const fields = Object.entries(contract.getProperties(item))
  const id = fields.find(([name, schema]) => getRole(name, schema) === 'id')?.[1]
  return id?.type === 'integer'
}

/** A finding is a clause: the operations of the path need handlers. */
export const collectionChecks: Checks<Candidate> = {
  'a collection below no collection': each(getPath, ({ path, collections }) => {
    const parent = findParent(path)
    const hasParent = parent === undefined || collections.some((candidate) => candidate.path === parent)
    return !hasParent && `${path} has no parent: there must be a collection ${parent}`
  }),

  'two names for one parameter of a path': each(getPath, ({ contract, path }) => {
    const paths = Object.keys(contract.document.paths)
    const [itemPath = ''] = /^.*\}/.exec(path) ?? []
    const isItem = (candidate: string) => unnamed(candidate) === `${unnamed(path)}/{}`
    const [first, ...others] = paths.filter(isItem)
    const duplicate =
      others[0] ?? paths.find((candidate) => candidate !== itemPath && unnamed(candidate) === unnamed(itemPath))
    const original = others[0] === undefined ? itemPath : first
    return duplicate && `${original} and ${duplicate} have two names for one parameter`
  }),

  'an item with properties in several schemas': each(getPath, ({ contract, path, item }) => {
    const schema = contract.objectSchema(item)
    const composition = compositionKeywords.find((keyword) => keyword in schema)
    return composition && `the items of ${path} have ${composition}: write all their properties in one schema`
  }),

  'an item with a writeOnly property': each(getPath, ({ path, fields }) => {
    const field = fields.find(({ schema }) => schema.writeOnly)
    return field && `the items of ${path} have ${field.name}, which is writeOnly: each response would have it`
  }),

  'an item without an id': each(getPath, ({ path, fields }) => {
    const hasId = fields.some(({ role }) => role === 'id')
    return !hasId && `the items of ${path} have no field id, and none with x-role: id`
  }),

  'a body with a field that the service sets': each(getServiceFields, ({ contract, path, methods, name }) => {
    const bodies = [methods.create, methods.update, methods.replace].map((method) =>
      requestProperties(contract, method),
    )
    return bodies.some((body) => name in body) && `the service sets ${name}, so no body of ${path} may have it`
  }),

  'a field of the service with a schema for other values': each(getServiceFields, (field) => {
    const { contract, item, name, schema, role = '' } = field
    const isTime = schema.type === 'string' && schema.format === 'date-time'
    if (!roles.includes(role)) return `x-role of ${name} must be one of ${roles.join(', ')}`
    if (role !== 'id' && !isTime) return `${name} has x-role: ${role}, so it must be a string with the format date-time`
    const values: unknown[] = role === 'id' ? idsFor(contract, item) : times
    const refused = values.find((value) => toError(contract, schema, value) !== undefined)
    return refused ? `the service sets ${name} to values like ${refused}, and its schema refuses them` : undefined
  }),

  *'a path that refuses the id of its item'({ contract, collection: { candidates, item } }) {
    const { get, update, replace, delete: remove } = candidates
    for (const operation of [get, update, replace, remove].filter((method) => method !== undefined)) {
      const parameter = operation.parameters.findLast((parameter) => parameter.in === 'path')
      const refused =
        parameter && idsFor(contract, item).find((id) => toError(contract, parameter.schema, id) !== undefined)
      if (refused)
        yield [toPointer(operation.path), `the service makes ids like ${refused}, and {${parameter.name}} refuses them`]
    }
  },
}

function getPath({ contract, collection, collections }: Candidate) {
  const fields = Object.entries(contract.getProperties(collection.item)).map(([name, schema]) => {
    return { name, schema, role: getRole(name, schema) }
  })
  return [{ ...collection, contract, collections, fields, pointer: toPointer(collection.path) }]
}

function getServiceFields(candidate: Candidate) {
  return getPath(candidate).flatMap((path) =>
    path.fields.filter(({ role }) => role !== undefined).map((field) => ({ ...path, ...field })),
  )
}

function toPointer(path: string): string {
  return `/paths/${escapeKey(path)}`
}
