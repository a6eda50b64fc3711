// Bodies of requests that do not fit the items which they make.

import { requestProperties, requestSchema } from '../bodies.ts'
import { isNode, type Node, resolved, toList, toNode, valueAt } from '../complete/node.ts'
import type { Contract } from '../contract.ts'
import { findCollections } from '../find-collections.ts'
import { deriveResources, isNullable } from '../resources.ts'
import { at, type Checks, each } from './check.ts'
import { getRole } from './collections.ts'

/** Most are what a caller can send, and the item refuses: such a request gets 500, and nothing is stored. */
export const bodyWarnings: Checks<Contract> = {
  'an optional body of a standard method': each(at('/requestBody', standardBodies), ({ id, pointer }, { written }) => {
    const own = toNode(written?.own)
    const isRequired = resolved(own, valueAt(own, pointer)).required === true
    return !isRequired && `The service requires the body of ${id}: write required: true.`
  }),

  'a required property that nothing sets': each(requiredFields, ({ kind, whole, name, schema }) => {
    const isSet = kind === 'create' || (kind === 'replace' && Object.hasOwn(whole.properties ?? {}, name))
    const isGiven = getRole(name, schema) || schema.default !== undefined || whole.required?.includes(name)
    const what = kind === 'create' ? 'creation' : 'replacement'
    const advice = `require ${name} in the body, or give it a default in the item`
    return isSet && !isGiven && `A ${what} without ${name} gets 500: ${advice}.`
  }),

  'a required property that null removes': each(requiredFields, ({ kind, given, name, schema }) => {
    const { [name]: field } = given
    const isRemoved = field && isNullable(field) && !isNullable(schema) && schema.default === undefined
    const advice = `allow no null in the body, or give ${name} a default in the item`
    return kind === 'update' && isRemoved && `A change of ${name} to null gets 500: ${advice}.`
  }),

  'a body with properties that are not stored': each(standardBodies, ({ id, whole }) => {
    const { additionalProperties, unevaluatedProperties } = toNode(whole)
    const isClosed = additionalProperties === false || unevaluatedProperties === false
    const advice = 'write additionalProperties: false'
    return !isClosed && `The body of ${id} allows other properties, which are not stored: ${advice}.`
  }),

  *'a default of a body that no validator fills in'(contract) {
    const collections = findCollections(contract)
    for (const operation of contract.operations.filter(({ method }) => method !== 'patch')) {
      const item = collections.find(({ methods }) => methods.create === operation)?.item
      const fields = contract.getProperties(item)
      for (const { path, isFilled } of defaultsIn(contract, requestSchema(operation))) {
        const isOfItem = fields[path]?.default !== undefined
        if (!isFilled && !isOfItem)
          yield [
            operation.pointer,
            `Nothing gives ${path} its default in the body of ${operation.id}: write it in the property itself, beside a $ref and outside of oneOf, anyOf and not.`,
          ]
      }
    }
  },

  *'a nested default that only the item has'(contract) {
    for (const body of standardBodies(contract).filter(({ kind }) => kind === 'create')) {
      const given = defaultsIn(contract, requestSchema(body)).map(({ path }) => path)
      for (const { path } of defaultsIn(contract, body.item))
        if (path.includes('.') && !given.includes(path))
          yield [body.pointer, `Nothing gives ${path} its default: write it in the body of ${body.id} too.`]
    }
  },
}

/** The standard methods with a body, which they store as an item. */
function standardBodies(contract: Contract) {
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

/**
 * Only standard methods and validators of requests fill in defaults. A path is such as `size.unit`.
 * @param isSure The schema is in no alternative: Ajv skips those. @param above References around the schema.
 */
function defaultsIn(
  contract: Contract,
  schema: unknown,
  path: string[] = [],
  isSure = true,
  above: readonly unknown[] = [],
): { path: string; isFilled: boolean }[] {
  const node = toNode(schema)
  const { $ref, ...own } = node
  if ($ref !== undefined && above.includes($ref)) return []
  const within = $ref === undefined ? above : [...above, $ref]
  const all = typeof $ref === 'string' ? { ...toNode(contract.resolve({ $ref })), ...own } : node
  const inside = (part: unknown, name?: string, sure = isSure) =>
    isNode(part) ? defaultsIn(contract, part, name === undefined ? path : [...path, name], sure, within) : []
  const properties = Object.entries(toNode(all.properties)).flatMap(([name, property]) => {
    const whole: Node = { ...contract.wholeSchema(property) }
    // Not behind a $ref.
    const found = { path: [...path, name].join('.'), isFilled: isSure && 'default' in toNode(property) }
    return [...('default' in whole ? [found] : []), ...inside(property, name)]
  })
  const sure = [all.items, all.additionalProperties, all.then, all.else, ...toList(all.allOf)]
  const unsure = [...toList(all.oneOf), ...toList(all.anyOf), all.not, all.if]
  return [
    ...properties,
    ...sure.flatMap((part) => inside(part)),
    ...unsure.flatMap((part) => inside(part, undefined, false)),
  ]
}
