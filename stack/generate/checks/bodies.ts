// Bodies of requests that do not fit the items which they make.

import { type Node, resolved, toNode } from '../complete/node.ts'
import { toList } from '../complete/operations.ts'
import type { Contract } from '../contract.ts'
import { findCollections } from '../find-collections.ts'
import { requestProperties, requestSchema } from '../request-schema.ts'
import { deriveResources, isNullable } from '../resources.ts'
import { type Checks, each } from './check.ts'
import { getRole } from './collections.ts'
import { widerKeyword } from './wider-schemas.ts'

/** What a caller can send, and the item refuses: such a request gets 500, and nothing is stored. */
export const bodyWarnings: Checks<Contract> = {
  'an optional body of a standard method': each(
    standardBodies,
    ({ id, path, method }, { written }) => {
      const own = toNode(written?.own)
      const { requestBody } = toNode(toNode(toNode(own.paths)[path])[method])
      const isRequired = resolved(own, requestBody).required === true
      return !isRequired && `The service requires the body of ${id}: write required: true.`
    },
    '/requestBody',
  ),

  'a required property that nothing sets': each(requiredFields, ({ kind, whole, name, schema }) => {
    const isSet = kind === 'create' || (kind === 'replace' && Object.hasOwn(whole.properties ?? {}, name))
    const isGiven = getRole(name, schema) || schema.default !== undefined || whole.required?.includes(name)
    const what = kind === 'create' ? 'creation' : 'replacement'
    return (
      isSet &&
      !isGiven &&
      `A ${what} without ${name} gets 500: require ${name} in the body, or give it a default in the item.`
    )
  }),

  'a required property that null removes': each(requiredFields, ({ kind, given, name, schema }) => {
    const { [name]: field } = given
    const isRemoved = field && isNullable(field) && !isNullable(schema) && schema.default === undefined
    return (
      kind === 'update' &&
      isRemoved &&
      `A change of ${name} to null gets 500: allow no null in the body, or give ${name} a default in the item.`
    )
  }),

  'a body with properties that are not stored': each(standardBodies, ({ id, whole }) => {
    const { additionalProperties, unevaluatedProperties } = toNode(whole)
    const isClosed = additionalProperties === false || unevaluatedProperties === false
    return (
      !isClosed && `The body of ${id} allows other properties, which are not stored: write additionalProperties: false.`
    )
  }),

  *'a body that allows more than the item'(contract) {
    for (const { id, pointer, kind, item, whole, given } of standardBodies(contract)) {
      const sentence = (what: string, keyword: string) =>
        `The body of ${id} allows ${what} that the item refuses (${keyword}). They get 500: use one schema for both.`
      const keyword = wholeKeyword({ ...contract.objectSchema(item) }, { ...whole })
      if (keyword) yield [pointer, sentence('values', keyword)]
      const fields = contract.getProperties(item)
      for (const [name, one] of Object.entries(given)) {
        const { [name]: field } = fields
        const wider = field && widerKeyword(contract, one, field, { isPatch: kind === 'update' })
        if (wider) yield [pointer, sentence(`values of ${name}`, wider)]
      }
    }
  },
}

/** A keyword of the item that depends on several of its fields. */
function wholeKeyword(item: Node, body: Node): string | undefined {
  if ('not' in item && JSON.stringify(item.not) !== JSON.stringify(body.not)) return 'not'
  if (Number(item.minProperties) > toList(item.required).length) return 'minProperties'
  return Number(item.maxProperties) < Object.keys(toNode(item.properties)).length ? 'maxProperties' : undefined
}

/** The standard methods with a body, which they store as an item. */
export function standardBodies(contract: Contract) {
  const { standard } = deriveResources(contract)
  return findCollections(contract).flatMap(({ item, methods }) =>
    (['create', 'update', 'replace'] as const).flatMap((kind) => {
      const { [kind]: operation } = methods
      if (operation === undefined || !standard.includes(operation)) return []
      const whole = contract.objectSchema(requestSchema(operation))
      return [{ ...operation, kind, item, whole, given: requestProperties(contract, operation) }]
    }),
  )
}

/** The fields that each item has, with each body that makes an item. */
function requiredFields(contract: Contract) {
  return standardBodies(contract).flatMap((body) => {
    const { required = [] } = contract.objectSchema(body.item)
    const fields = contract.getProperties(body.item)
    return required.map((name) => ({ ...body, name, schema: fields[name] ?? {} }))
  })
}
