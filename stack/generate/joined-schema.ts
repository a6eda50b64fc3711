// The properties of an object in one place, also those of `allOf`.

import type { Schema } from './contract.ts'

/** With another keyword, a part says more than which properties an object has. */
const plain = [
  ...['type', 'properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  ...['title', 'description', 'default', 'example', 'examples', 'deprecated', 'externalDocs', 'xml', 'discriminator'],
  ...['unevaluatedProperties', '$comment'],
]

/**
 * @param whole Without references.
 * @returns The schema of an object with the properties of all parts of its `allOf`; the same schema if a part says something else.
 */
export function joinedSchema(whole: Schema): Schema {
  const { allOf, ...own } = whole
  if (allOf === undefined) return whole
  // A whole schema has no references.
  const parts = [...(allOf as Schema[]).map(joinedSchema), own]
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

function isPlain(part: Schema): boolean {
  const isObject = part.type === undefined || part.type === 'object'
  return isObject && Object.keys(part).every((keyword) => plain.includes(keyword) || keyword.startsWith('x-'))
}
