// The properties of an object in one place, also those of `allOf`.

import { toNode } from './node.ts'
import type { Schema } from './openapi.ts'

/** Annotations, which several parts can have: those of the schema itself count, or else those of the last part. */
const annotations = ['title', 'description', 'default', 'example', 'examples', 'deprecated', 'readOnly', 'writeOnly']

/** Keywords that only say which properties an object has. With another keyword, a part says more. */
const plain = [
  ...['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  ...['title', 'description', 'default', 'example', 'examples', 'deprecated', 'externalDocs', 'xml', 'discriminator'],
  ...['unevaluatedProperties', '$comment'],
]

/** @param whole Without references. @returns The same schema if a part of `allOf` has more than properties. */
export function flattenAllOf(whole: Schema): Schema {
  const { allOf, ...siblings } = whole
  if (allOf === undefined) return whole
  // A whole schema has no references.
  const parts = [...(allOf as Schema[]).map(flattenAllOf), siblings]
  const isPlain = ({ type = 'object', ...part }: Schema) =>
    type === 'object' && Object.keys(part).every((keyword) => plain.includes(keyword) || keyword.startsWith('x-'))
  if (!parts.every(isPlain)) return whole
  const all = parts.flatMap(({ properties }) => Object.entries(properties ?? {}))
  const properties = Map.groupBy(all, ([name]) => name)
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

/** Flattens `allOf` of a text, a number or a boolean. @returns The same schema if two parts differ in a keyword. */
export function joinedScalar(whole: Schema): Schema {
  const { allOf, ...siblings } = whole
  if (allOf === undefined) return whole
  // A whole schema has no references.
  const parts = [...(allOf as Schema[]).map(joinedScalar), siblings]
  const isRule = (keyword: string) => !annotations.includes(keyword) && !keyword.startsWith('x-')
  const rules = parts.flatMap((part) => Object.entries(part)).filter(([keyword]) => isRule(keyword))
  const joined: Schema = Object.assign({}, ...parts)
  const isSame = rules.every(([keyword, value]) => JSON.stringify(value) === JSON.stringify(toNode(joined)[keyword]))
  const types = [joined.type ?? 'object'].flat()
  return isSame && !('allOf' in joined) && !types.some((type) => ['object', 'array'].includes(type)) ? joined : whole
}
