// Defaults of bodies and of nested properties. Standard methods give an item the defaults of its fields, and nothing else fills in a
// default but the validator of a request.

import { isNode, type Node, toNode } from '../complete/node.ts'
import { toList } from '../complete/operations.ts'
import type { Contract } from '../contract.ts'
import { findCollections } from '../find-collections.ts'
import { requestSchema } from '../request-schema.ts'
import { standardBodies } from './bodies.ts'
import type { Checks } from './check.ts'

interface Default {
  /** Names of properties, such as `size.unit`. */
  path: string
  isFilled: boolean
}

export const defaultWarnings: Checks<Contract> = {
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

/** @param isSure The schema is in no alternative: Ajv fills in nothing there. @param above References around the schema. */
function defaultsIn(
  contract: Contract,
  schema: unknown,
  path: string[] = [],
  isSure = true,
  above: readonly unknown[] = [],
): Default[] {
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
