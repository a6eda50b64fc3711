// Bodies of requests that do not fit the items which they make.

import { type Contract, type Reference, requestSchema, type Schema } from '../contract.ts'
import { findCollections } from '../find-collections.ts'
import { deriveResources, isNullable } from '../resources.ts'
import type { Checks } from './check.ts'
import { roleOf } from './collections.ts'
import { widerKeyword } from './wider.ts'

/** What a caller can send, and the item refuses: such a request gets 500, and nothing is stored. */
export const bodyWarnings: Checks<Contract> = {
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
