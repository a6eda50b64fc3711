// What the schema of a response declares, at any depth, as data: the service sends nothing else.

import type { ShapeData } from '../core/contract/contract-data.ts'
import { type Node, nodeOf } from './complete/node.ts'

/** @param schemas Of one value, without references. @returns `null` if everything is declared. */
export function shapeOf(...schemas: Node[]): ShapeData | null {
  const parts = schemas.flatMap(partsOf)
  const all = parts.flatMap((part) => Object.entries(nodeOf(part.properties)))
  const properties = [...Map.groupBy(all, ([name]) => name)].map(([name, group]) => {
    return [name, shapeOf(...group.map(([, property]) => nodeOf(property)))] as const
  })
  const others = parts.flatMap(othersOf)
  const items = parts.flatMap((part) => nodesIn([part.items, ...nodesIn(part.prefixItems)]))
  // A property that the contract no longer has can have been the only one.
  const namesProperties = parts.some((part) => 'properties' in part || 'additionalProperties' in part)
  const isObject = schemas.every(isClosed) && (others.length > 0 || namesProperties)
  const shape: ShapeData = {
    ...(isObject && { properties: Object.fromEntries(properties) }),
    ...(isObject && others.length > 0 && { others: shapeOf(...others) }),
    ...(items.length > 0 && { items: shapeOf(...items) }),
  }
  return shape.properties || shape.items ? shape : null
}

/** The schema, and all that it combines. */
function partsOf(schema: Node): Node[] {
  const combined = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => nodesIn(schema[name]))
  const conditional = nodesIn([schema.then, schema.else, ...Object.values(nodeOf(schema.dependentSchemas))])
  return [schema, ...[...combined, ...conditional].flatMap(partsOf)]
}

/** Whether the schema says which properties an object has, or allows no object. */
function isClosed(schema: Node): boolean {
  const { type, allOf, anyOf, oneOf } = schema
  if (type !== undefined && ![type].flat().includes('object')) return true
  if (['properties', 'additionalProperties', 'const', 'enum'].some((name) => name in schema)) return true
  const alternatives = [nodesIn(anyOf), nodesIn(oneOf)].filter(({ length }) => length > 0)
  return nodesIn(allOf).some(isClosed) || alternatives.some((all) => all.every(isClosed))
}

/** The schemas of properties with names that the schema does not list. */
function othersOf({ additionalProperties, unevaluatedProperties, patternProperties }: Node): Node[] {
  const others = [additionalProperties, unevaluatedProperties].map((one) => (one === true ? {} : one))
  return nodesIn([...others, ...Object.values(nodeOf(patternProperties))])
}

function nodesIn(values: unknown): Node[] {
  const all: unknown[] = Array.isArray(values) ? values : []
  return all.filter((one) => typeof one === 'object' && one !== null).map(nodeOf)
}
