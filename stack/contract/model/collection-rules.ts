// Checks that a path that looks like a collection is one.

import { type Checks, each } from '../finding.ts'
import { findError } from './ajv.ts'
import { requestProperties } from './bodies.ts'
import { type CollectionOperations, compositionKeywords } from './collections.ts'
import { type ContractModel, getRole } from './contract.ts'
import { escapeKey } from './node.ts'
import type { MaybeReference, Schema } from './openapi.ts'
import { findParent, omitNames } from './paths.ts'

interface Candidate {
  contract: ContractModel
  collection: CollectionOperations
  collections: CollectionOperations[]
}

const roles = ['id', 'created', 'updated']

/** Values like those that the service sets. */
const sampleTimes = ['2025-11-20T09:00:00.000Z', '2026-02-28T23:59:59.999Z']
const sampleUuids = ['019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41', '019a9f3e-6068-7c02-9b1f-52d7e8a40c15']

/** Returns ids of the kinds that services and mocks make for items of this schema. */
export function sampleIds(contract: ContractModel, item: MaybeReference<Schema>): (string | number)[] {
  return hasIntegerIds(contract, item) ? [1, 1_764_180_000_000_000] : sampleUuids
}

export function hasIntegerIds(contract: ContractModel, item: MaybeReference<Schema>): boolean {
  const fields = Object.entries(contract.getProperties(item))
  const id = fields.find(([name, schema]) => getRole(name, schema) === 'id')?.[1]
  return id?.type === 'integer'
}

/** A finding is a clause, which ends with: Its operations need handlers. */
export const collectionChecks: Checks<Candidate> = {
  'a collection without its parent': each(toSubjects, ({ path, collections }) => {
    const parent = findParent(path)
    const hasParent = parent === undefined || collections.some((candidate) => candidate.path === parent)
    return !hasParent && `${path} has no parent: there must be a collection ${parent}`
  }),

  'two names for one path parameter': each(toSubjects, ({ contract, path }) => {
    const paths = Object.keys(contract.document.paths)
    const [itemPath = ''] = /^.*\}/.exec(path) ?? []
    const isItem = (candidate: string) => omitNames(candidate) === `${omitNames(path)}/{}`
    const [first, second] = paths.filter(isItem)
    const duplicate =
      second ?? paths.find((candidate) => candidate !== itemPath && omitNames(candidate) === omitNames(itemPath))
    const original = second === undefined ? itemPath : first
    return duplicate && `${original} and ${duplicate} have two names for one parameter`
  }),

  'an item with properties in several schemas': each(toSubjects, ({ contract, path, item }) => {
    const schema = contract.objectSchema(item)
    const composition = compositionKeywords.find((keyword) => keyword in schema)
    return composition && `the items of ${path} have ${composition}: write all their properties in one schema`
  }),

  'an item with a writeOnly property': each(toSubjects, ({ path, fields }) => {
    const field = fields.find(({ schema }) => schema.writeOnly)
    return field && `the items of ${path} have ${field.name}, which is writeOnly: each response would have it`
  }),

  'an item without an id': each(toSubjects, ({ path, fields }) => {
    const hasId = fields.some(({ role }) => role === 'id')
    return !hasId && `the items of ${path} have no field id, and none with x-role: id`
  }),

  'a request body with a field that the service sets': each(getServiceFields, ({ contract, path, methods, name }) => {
    const bodies = [methods.create, methods.update, methods.replace].map((method) =>
      requestProperties(contract, method),
    )
    return bodies.some((body) => name in body) && `the service sets ${name}, so no body of ${path} may have it`
  }),

  'a field whose schema refuses what the service sets': each(getServiceFields, (field) => {
    const { contract, item, name, schema, role = '' } = field
    const isTime = schema.type === 'string' && schema.format === 'date-time'
    if (!roles.includes(role)) return `x-role of ${name} must be one of ${roles.join(', ')}`
    if (role !== 'id' && !isTime) return `${name} has x-role: ${role}, so it must be a string with the format date-time`
    const values: unknown[] = role === 'id' ? sampleIds(contract, item) : sampleTimes
    const invalid = values.find((value) => findError(contract, schema, value) !== undefined)
    return invalid ? `the service sets ${name} to values like ${invalid}, and its schema refuses them` : undefined
  }),

  *'a path parameter that refuses the id of its item'({ contract, collection: { candidates, item } }) {
    const { get, update, replace, delete: remove } = candidates
    for (const operation of [get, update, replace, remove].filter((method) => method !== undefined)) {
      const parameter = operation.parameters.findLast((parameter) => parameter.in === 'path')
      const invalid =
        parameter && sampleIds(contract, item).find((id) => findError(contract, parameter.schema, id) !== undefined)
      if (invalid)
        yield [toPointer(operation.path), `the service makes ids like ${invalid}, and {${parameter.name}} refuses them`]
    }
  },
}

function toSubjects({ contract, collection, collections }: Candidate) {
  const fields = Object.entries(contract.getProperties(collection.item)).map(([name, schema]) => {
    return { name, schema, role: getRole(name, schema) }
  })
  return [{ ...collection, contract, collections, fields, pointer: toPointer(collection.path) }]
}

function getServiceFields(candidate: Candidate) {
  return toSubjects(candidate).flatMap((path) =>
    path.fields.filter(({ role }) => role !== undefined).map((field) => ({ ...path, ...field })),
  )
}

function toPointer(path: string): string {
  return `/paths/${escapeKey(path)}`
}
