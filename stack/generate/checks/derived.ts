// Fields and schemas of this contract that do not fit the collections in it.

import { collectionOf } from '../complete/item.ts'
import { nodeOf, visitNodes } from '../complete/node.ts'
import { type Contract, type Reference, requestSchema, type Schema } from '../contract.ts'
import { findCollections } from '../find-collections.ts'
import { conditionSubjects } from '../items.ts'
import { deriveResources, isNullable } from '../resources.ts'
import type { Checks } from './check.ts'
import { ids, roleOf } from './collections.ts'
import { parameterPointer } from './standard.ts'
import { errorOf } from './values.ts'
import { widerKeyword } from './wider.ts'

export const derivedChecks: Checks<Contract> = {
  *'Last-Modified without a time'(contract) {
    const { collections } = deriveResources(contract)
    for (const { path, methods, fields } of collections) {
      const hasTime = Object.values(fields).some(({ role }) => role === 'updated')
      for (const { id, pointer, parameters } of contract.operations) {
        const isOfList = id === methods.list || id === methods.create
        const isOfItem = Object.values(methods).includes(id) && !isOfList
        if (!parameters.some(({ name }) => name === 'If-Unmodified-Since')) continue
        const text = 'has no Last-Modified: write x-conditions: [ETag]'
        if (isOfList) yield [pointer, `A list, to which the conditions of ${id} refer, ${text}.`]
        if (isOfItem && !hasTime)
          yield [pointer, `An item of ${path} without a field with x-role: updated ${text}, or add such a field.`]
      }
    }
  },

  *'a position that refuses the id of an item'(contract) {
    const { standard, adapted } = deriveResources(contract)
    for (const { methods } of findCollections(contract)) {
      const { list } = methods
      if (list === undefined || (!standard.includes(list) && !(list.id in adapted))) continue
      const index = list.parameters.findIndex((one) => one.in === 'query' && one.name === 'after')
      const refused = ids.find((id) => errorOf(contract, list.parameters[index]?.schema, id) !== undefined)
      if (refused)
        yield [
          parameterPointer(contract, list, index),
          `The service makes ids like ${refused}, and after refuses them: give it the schema of the id.`,
        ]
    }
  },

  *'x-conditions that nothing can evaluate'(contract) {
    for (const { operation, subject } of conditionSubjects(contract))
      if (typeof subject === 'string') yield [operation.pointer, subject]
  },

  *'x-children without children'(contract) {
    const { collections } = deriveResources(contract)
    const parents = collections.filter(({ children }) => children).map(({ path }) => path)
    for (const operation of contract.operations) {
      const isParent = operation.method === 'delete' && parents.includes(collectionOf(operation.path) ?? '')
      if ('x-children' in operation && !isParent)
        yield [
          `${operation.pointer}/x-children`,
          'Only the DELETE of an item with a collection below it has children: remove x-children.',
        ]
    }
  },

  *'x-role outside of an item'(contract) {
    const whole = (schema: unknown) => JSON.stringify(contract.wholeSchema(schema))
    const items = new Set(findCollections(contract).map(({ item }) => whole(item)))
    const found: string[] = []
    const ofItems = new Set<unknown>()
    for (const [part, root] of Object.entries({
      paths: contract.document.paths,
      components: contract.document.components,
    }))
      visitNodes(
        root,
        (node, pointer) => {
          const properties = Object.values(nodeOf(node.properties))
          // A contract can write the schema of an item in several places.
          if (properties.length > 0 && items.has(whole(node))) for (const one of properties) ofItems.add(one)
          if ('x-role' in node && !ofItems.has(node)) found.push(pointer)
        },
        `/${part}`,
      )
    for (const pointer of found)
      yield [`${pointer}/x-role`, 'The service sets only properties of the items of a collection: remove x-role.']
  },
}

/** What a caller can send, and the item refuses: such a request gets 500, and nothing is stored. */
export const derivedWarnings: Checks<Contract> = {
  *'a required property that nothing sets'(contract) {
    for (const { item, create } of standardItems(contract)) {
      const draft = contract.wholeSchema(requestSchema(create))
      for (const [name, schema] of requiredFields(contract, item)) {
        if (create === undefined || roleOf(name, schema) || schema.default !== undefined) continue
        if (!draft.required?.includes(name))
          yield [
            create.pointer,
            `A creation without ${name} gets 500: require ${name} in the body, or give it a default in the item.`,
          ]
      }
    }
  },

  *'a required property that null removes'(contract) {
    for (const { item, update } of standardItems(contract)) {
      const patch = contract.propertiesOf(requestSchema(update))
      for (const [name, schema] of requiredFields(contract, item)) {
        const { [name]: field } = patch
        if (!update || !field || !isNullable(field) || isNullable(schema) || schema.default !== undefined) continue
        yield [
          update.pointer,
          `A change of ${name} to null gets 500: allow no null in the body, or give ${name} a default in the item.`,
        ]
      }
    }
  },

  *'a body that allows more than the item'(contract) {
    for (const { item, create, update } of standardItems(contract)) {
      const fields = contract.propertiesOf(item)
      for (const operation of [create, update]) {
        for (const [name, given] of Object.entries(contract.propertiesOf(requestSchema(operation)))) {
          const keyword = fields[name] && widerKeyword(contract, given, fields[name])
          if (operation && keyword)
            yield [
              operation.pointer,
              `The body of ${operation.id} allows values of ${name} that the item refuses (${keyword}). They get 500: use one schema for both.`,
            ]
        }
      }
    }
  },
}

function standardItems(contract: Contract) {
  const { standard } = deriveResources(contract)
  return findCollections(contract).map(({ item, methods: { create, update } }) => ({
    item,
    create: create && standard.includes(create) ? create : undefined,
    update: update && standard.includes(update) ? update : undefined,
  }))
}

function requiredFields(contract: Contract, item: Reference<Schema>) {
  const { required = [] } = contract.wholeSchema(item)
  const fields = contract.propertiesOf(item)
  return required.map((name) => [name, fields[name] ?? {}] as const)
}
