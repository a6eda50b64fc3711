// Schemas that require themselves: no value of them would come to an end.
import { type Node, resolved, toNode } from '../complete/node.ts'
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
