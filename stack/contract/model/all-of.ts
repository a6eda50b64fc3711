// Flattens `allOf`: the keywords of its parts in one schema.

import { toNode } from './node.ts'
import type { Schema } from './openapi.ts'

/** Keywords that may differ between parts: those beside `allOf` win, or else those of the last part. */
const annotations = ['title', 'description', 'default', 'example', 'examples', 'deprecated', 'readOnly', 'writeOnly']

/** Keywords that describe the properties of an object, and annotations. A part with any other keyword is not merged. */
const mergeable = [
  ...['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  ...['title', 'description', 'default', 'example', 'examples', 'deprecated', 'externalDocs', 'xml', 'discriminator'],
  ...['unevaluatedProperties', '$comment'],
]

/** Flattens `allOf` of an object. @returns The same schema without `allOf`, or if a part is not mergeable. */
export function flattenAllOf(schema: Schema): Schema {
  const { allOf, ...siblings } = schema
  if (allOf === undefined) return schema
  // Dereferenced, except recursive references.
  const parts = [...(allOf as Schema[]).map(flattenAllOf), siblings]
  const isMergeable = ({ type = 'object', ...part }: Schema) =>
    type === 'object' && Object.keys(part).every((keyword) => mergeable.includes(keyword) || keyword.startsWith('x-'))
  if (!parts.every(isMergeable)) return schema
  const entries = parts.flatMap(({ properties }) => Object.entries(properties ?? {}))
  const properties = Map.groupBy(entries, ([name]) => name)
  const required = new Set(parts.flatMap((part) => part.required ?? []))
  return {
    ...Object.assign({}, ...parts),
    type: 'object',
    properties: Object.fromEntries(
      [...properties].map(([name, group]) => [name, Object.assign({}, ...group.map(([, property]) => property))]),
    ),
    ...(required.size > 0 && { required: [...required] }),
  }
}

/** Flattens `allOf` of a scalar. @returns The same schema if the type is no scalar, or if assertions differ. */
export function flattenScalar(schema: Schema): Schema {
  const { allOf, ...siblings } = schema
  if (allOf === undefined) return schema
  // Dereferenced, except recursive references.
  const parts = [...(allOf as Schema[]).map(flattenScalar), siblings]
  const isAssertion = (keyword: string) => !annotations.includes(keyword) && !keyword.startsWith('x-')
  const assertions = parts.flatMap((part) => Object.entries(part)).filter(([keyword]) => isAssertion(keyword))
  const merged: Schema = Object.assign({}, ...parts)
  const agree = assertions.every(([name, value]) => JSON.stringify(value) === JSON.stringify(toNode(merged)[name]))
  const types = [merged.type ?? 'object'].flat()
  return agree && !('allOf' in merged) && !types.some((type) => ['object', 'array'].includes(type)) ? merged : schema
}
