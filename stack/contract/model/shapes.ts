// What the schema of a response declares, at any depth, as data: the service sends nothing else.

import type { ShapeData } from '../../core/contract/contract.ts'
import { isNode, type Node, toList, toNode } from './node.ts'

/** @param schemas Dereferenced schemas of one value. @returns `null` if the value can have any properties. */
export function getShape(...schemas: Node[]): ShapeData | null {
  const parts = schemas.flatMap(getParts)
  const described = parts.flatMap((part) => Object.entries(toNode(part.properties)))
  const required = parts.flatMap((part) => (Array.isArray(part.required) ? part.required.map(String) : []))
  // A required property that nothing describes can have any value.
  const undescribed = required.filter((name) => !described.some(([property]) => property === name))
  const members = [...described, ...undescribed.map((name) => [name, {}] as const)]
  const properties = [...Map.groupBy(members, ([name]) => name)].map(([name, group]) => {
    return [name, getShape(...group.map(([, property]) => toNode(property)))] as const
  })
  const additional = parts.flatMap(getAdditionalSchemas)
  const items = parts.flatMap((part) => onlyNodes([part.items, ...onlyNodes(part.prefixItems)]))
  // `properties` can be empty: a contract can have removed its only property.
  const namesProperties = parts.some((part) => 'properties' in part || 'additionalProperties' in part)
  const isObject = schemas.every(isClosed) && (additional.length > 0 || namesProperties)
  const shape: ShapeData = {
    ...(isObject && { properties: Object.fromEntries(properties) }),
    ...(isObject && additional.length > 0 && { additionalProperties: getShape(...additional) }),
    ...(items.length > 0 && { items: getShape(...items) }),
  }
  return shape.properties || shape.items ? shape : null
}

function getParts(schema: Node): Node[] {
  const combined = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => onlyNodes(schema[name]))
  const conditional = onlyNodes([schema.then, schema.else, ...Object.values(toNode(schema.dependentSchemas))])
  return [schema, ...[...combined, ...conditional].flatMap(getParts)]
}

/** Whether the schema says which properties an object has, or allows no object. */
function isClosed(schema: Node): boolean {
  const { type, allOf, anyOf, oneOf } = schema
  if (type !== undefined && ![type].flat().includes('object')) return true
  if (['properties', 'additionalProperties', 'const', 'enum'].some((name) => name in schema)) return true
  const alternatives = [onlyNodes(anyOf), onlyNodes(oneOf)].filter(({ length }) => length > 0)
  return onlyNodes(allOf).some(isClosed) || alternatives.some((all) => all.every(isClosed))
}

/** Returns the schemas of properties with names that `properties` does not list. */
function getAdditionalSchemas({ additionalProperties, unevaluatedProperties, patternProperties }: Node): Node[] {
  const schemas = [additionalProperties, unevaluatedProperties].map((schema) => (schema === true ? {} : schema))
  return onlyNodes([...schemas, ...Object.values(toNode(patternProperties))])
}

function onlyNodes(values: unknown): Node[] {
  return toList(values).filter(isNode)
}
