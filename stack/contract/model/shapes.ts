// What the schema of a response declares, at any depth, as data: the service sends nothing else.

import type { ShapeData } from '../../core/contract/contract.ts'
import { isNode, type Node, toList, toNode } from './node.ts'

/** @param schemas Of one value, without references. @returns `null` if everything is declared. */
export function getShape(...schemas: Node[]): ShapeData | null {
  const parts = schemas.flatMap(getParts)
  const described = parts.flatMap((part) => Object.entries(toNode(part.properties)))
  const required = parts.flatMap((part) => (Array.isArray(part.required) ? part.required.map(String) : []))
  // A property that must be there can have any value if nothing describes it.
  const undescribed = required.filter((name) => !described.some(([property]) => property === name))
  const all = [...described, ...undescribed.map((name) => [name, {}] as const)]
  const properties = [...Map.groupBy(all, ([name]) => name)].map(([name, group]) => {
    return [name, getShape(...group.map(([, property]) => toNode(property)))] as const
  })
  const others = parts.flatMap(getOthers)
  const items = parts.flatMap((part) => nodesIn([part.items, ...nodesIn(part.prefixItems)]))
  // A property that the contract no longer has can have been the only one.
  const namesProperties = parts.some((part) => 'properties' in part || 'additionalProperties' in part)
  const isObject = schemas.every(isClosed) && (others.length > 0 || namesProperties)
  const shape: ShapeData = {
    ...(isObject && { properties: Object.fromEntries(properties) }),
    ...(isObject && others.length > 0 && { additionalProperties: getShape(...others) }),
    ...(items.length > 0 && { items: getShape(...items) }),
  }
  return shape.properties || shape.items ? shape : null
}

function getParts(schema: Node): Node[] {
  const combined = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => nodesIn(schema[name]))
  const conditional = nodesIn([schema.then, schema.else, ...Object.values(toNode(schema.dependentSchemas))])
  return [schema, ...[...combined, ...conditional].flatMap(getParts)]
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
function getOthers({ additionalProperties, unevaluatedProperties, patternProperties }: Node): Node[] {
  const others = [additionalProperties, unevaluatedProperties].map((schema) => (schema === true ? {} : schema))
  return nodesIn([...others, ...Object.values(toNode(patternProperties))])
}

function nodesIn(values: unknown): Node[] {
  return toList(values).filter(isNode)
}
