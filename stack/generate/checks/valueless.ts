// Schemas that allow no value, or fewer than they say.
import { type Node, nodesIn, resolved, toNode } from '../complete/node.ts'
import { toList } from '../complete/operations.ts'
import type { Written } from '../contract.ts'
import { escapeKey } from '../json-pointer.ts'
import { type Checks, each } from './check.ts'

export const valuelessWarnings: Checks<Written> = {
  'a schema that requires itself': each(getSchemas, ({ name, pointer }, { own }) => {
    const advice = 'make a property on the way optional, or allow null'
    return (
      !ends(own, { $ref: `#${pointer}` }, []) && `No value of ${name} is valid, because it requires itself: ${advice}.`
    )
  }),

  *'a closed part of an allOf beside other properties'({ own }) {
    for (const { node, pointer } of nodesIn(own)) {
      const parts = toList(node.allOf)
      for (const [index, part] of parts.entries()) {
        const { additionalProperties, properties, patternProperties } = resolved(own, part)
        if (additionalProperties !== false || patternProperties !== undefined) continue
        const { allOf: _, ...beside } = node
        const others = [...parts.toSpliced(index, 1), beside].flatMap((one) => propertiesIn(own, one, []))
        const refused = [...new Set(others)].filter((name) => !Object.hasOwn(toNode(properties), name))
        const advice = 'write all properties in one schema, or leave it out'
        if (refused.length > 0)
          yield [
            `${pointer}/allOf/${index}`,
            `This part of allOf has additionalProperties: false, so it refuses ${refused.join(', ')}: ${advice}.`,
          ]
      }
    }
  },

  'null that an enum lacks': each(
    ({ own }) => nodesIn(own),
    ({ node: { type, enum: values } }) =>
      Array.isArray(type) &&
      type.includes('null') &&
      Array.isArray(values) &&
      !values.includes(null) &&
      'The type allows null, and the enum does not: add null to the enum.',
  ),
}

/** @param above References around the schema. */
function propertiesIn(own: Node, schema: unknown, above: readonly string[]): string[] {
  const { $ref } = toNode(schema)
  if (typeof $ref === 'string' && above.includes($ref)) return []
  const around = typeof $ref === 'string' ? [...above, $ref] : above
  const { properties, allOf } = resolved(own, schema)
  return [...Object.keys(toNode(properties)), ...toList(allOf).flatMap((part) => propertiesIn(own, part, around))]
}

function getSchemas({ own }: Written) {
  const names = Object.keys(toNode(toNode(own.components).schemas))
  return names.map((name) => ({ name, pointer: `/components/schemas/${escapeKey(name)}` }))
}

/** Whether a value can do without another one of a schema around it. @param above References around the schema. */
function ends(own: Node, schema: unknown, above: readonly string[]): boolean {
  const { $ref } = toNode(schema)
  if (typeof $ref === 'string') {
    // Another schema on the way is reported itself.
    if (above.includes($ref)) return $ref !== above[0]
    return ends(own, resolved(own, schema), [...above, $ref])
  }
  const { properties, required, items, minItems, allOf, oneOf, anyOf, type } = toNode(schema)
  if (Array.isArray(type) && type.includes('null')) return true
  const inside = (part: unknown) => ends(own, part, above)
  const alternatives = [oneOf, anyOf].filter(Array.isArray)
  return (
    toList(required).every((name) => inside(toNode(properties)[String(name)])) &&
    (!(Number(minItems) > 0) || inside(items)) &&
    toList(allOf).every(inside) &&
    alternatives.every((list) => list.some(inside))
  )
}
