// Bodies of requests that do not fit the items which they make.

import { type Node, resolved, toNode } from '../complete/node.ts'
import { toList } from '../complete/operations.ts'
import type { Contract, Operation, Reference, Schema } from '../contract.ts'
import { findCollections } from '../find-collections.ts'
import { requestProperties, requestSchema } from '../request-schema.ts'
import { deriveResources, isNullable } from '../resources.ts'
import type { Checks } from './check.ts'
import { getRole } from './collections.ts'
import { widerKeyword } from './wider-schemas.ts'

/** What a caller can send, and the item refuses: such a request gets 500, and nothing is stored. */
export const bodyWarnings: Checks<Contract> = {
  *'an optional body of a standard method'(contract) {
    for (const { withBody } of standardItems(contract)) {
      for (const { id, path, method, pointer } of withBody) {
        const own = toNode(contract.written?.own)
        const { requestBody } = toNode(toNode(toNode(own.paths)[path])[method])
        if (resolved(own, requestBody).required !== true)
          yield [`${pointer}/requestBody`, `The service requires the body of ${id}: write required: true.`]
      }
    }
  },

  *'a required property that nothing sets'(contract) {
    for (const { item, create, replace } of standardItems(contract)) {
      for (const operation of [create, replace].filter((one) => one !== undefined)) {
        const draft = contract.objectSchema(requestSchema(operation))
        const isSet = (name: string) => operation === create || Object.hasOwn(draft.properties ?? {}, name)
        for (const [name, schema] of requiredFields(contract, item)) {
          if (getRole(name, schema) || schema.default !== undefined || !isSet(name)) continue
          if (!draft.required?.includes(name))
            yield [
              operation.pointer,
              `A ${operation === create ? 'creation' : 'replacement'} without ${name} gets 500: require ${name} in the body, or give it a default in the item.`,
            ]
        }
      }
    }
  },

  *'a required property that null removes'(contract) {
    for (const { item, update } of standardItems(contract)) {
      const patch = requestProperties(contract, update)
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

  *'a body with properties that are not stored'(contract) {
    for (const { withBody } of standardItems(contract)) {
      for (const operation of withBody) {
        const { additionalProperties, unevaluatedProperties } = toNode(contract.objectSchema(requestSchema(operation)))
        if (additionalProperties === false || unevaluatedProperties === false) continue
        yield [
          operation.pointer,
          `The body of ${operation.id} allows other properties, which are not stored: write additionalProperties: false.`,
        ]
      }
    }
  },

  *'a body that allows more than the item'(contract) {
    for (const { item, update, withBody } of standardItems(contract)) {
      const fields = contract.getProperties(item)
      for (const operation of withBody) {
        const sentence = (what: string, keyword: string) =>
          `The body of ${operation.id} allows ${what} that the item refuses (${keyword}). They get 500: use one schema for both.`
        const whole = wholeKeyword(contract, item, operation)
        if (whole) yield [operation.pointer, sentence('values', whole)]
        for (const [name, given] of Object.entries(requestProperties(contract, operation))) {
          const { [name]: field } = fields
          const keyword = field && widerKeyword(contract, given, field, { isPatch: operation === update })
          if (keyword) yield [operation.pointer, sentence(`values of ${name}`, keyword)]
        }
      }
    }
  },
}

/** A keyword of the item that depends on several of its fields. */
function wholeKeyword(contract: Contract, item: Reference<Schema>, operation: Operation): string | undefined {
  const whole: Node = { ...contract.objectSchema(item) }
  const body: Node = { ...contract.objectSchema(requestSchema(operation)) }
  if ('not' in whole && JSON.stringify(whole.not) !== JSON.stringify(body.not)) return 'not'
  if (Number(whole.minProperties) > toList(whole.required).length) return 'minProperties'
  return Number(whole.maxProperties) < Object.keys(toNode(whole.properties)).length ? 'maxProperties' : undefined
}

export function standardItems(contract: Contract) {
  const { standard } = deriveResources(contract)
  const getStandard = (one: Operation | undefined) => (one && standard.includes(one) ? one : undefined)
  return findCollections(contract).map(({ item, methods: { create, update, replace } }) => ({
    item,
    create: getStandard(create),
    update: getStandard(update),
    replace: getStandard(replace),
    withBody: [create, update, replace].map(getStandard).filter((one) => one !== undefined),
  }))
}

function requiredFields(contract: Contract, item: Reference<Schema>) {
  const { required = [] } = contract.objectSchema(item)
  const fields = contract.getProperties(item)
  return required.map((name) => [name, fields[name] ?? {}] as const)
}
