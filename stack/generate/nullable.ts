// `nullable` of OpenAPI 3.0 in a contract of OpenAPI 3.1, where it has no meaning: many tools write it, and mean null.
import { type Node, nodesIn } from './complete/node.ts'
import { toList } from './complete/operations.ts'

/**
 * Writes null as OpenAPI 3.1 does. Alternatives that only say `nullable` mean null.
 * @param contract The hand-written one, of OpenAPI 3.1; its schemas are changed.
 * @param report Gets the JSON Pointer of the first such schema, and how all of them are read.
 */
export function readNullable(contract: Node, report: (pointer: string, sentence: string) => void): void {
  const all = nodesIn(contract, ['paths', 'components', 'webhooks'])
  const found = all.filter(({ node }) => typeof node.nullable === 'boolean')
  const [first] = found
  if (first === undefined) return
  // The innermost ones first: some move into an alternative.
  for (const { node, pointer } of found.toReversed()) withNull(node, pointer)
  const others = found.length - 1
  const places = others === 0 ? '' : ` and in ${others} other ${others === 1 ? 'place' : 'places'}`
  const advice = "Write type: [string, 'null'] instead"
  report(
    first.pointer,
    `OpenAPI 3.1 has no nullable, here${places}: null is valid there, as in OpenAPI 3.0. ${advice}.`,
  )
}

function withNull(schema: Node, pointer: string): void {
  const { nullable, ...rest } = schema
  delete schema.nullable
  if (nullable !== true) return
  const key = ['anyOf', 'oneOf'].find((name) => name in rest)
  if ('type' in rest) schema.type = [...new Set([rest.type, 'null'].flat())]
  else if (key !== undefined) schema[key] = [...toList(rest[key]), { type: 'null' }]
  else if ('$ref' in rest || 'allOf' in rest) {
    const { $ref, allOf } = rest
    const value = { ...($ref !== undefined && { $ref }), ...(allOf !== undefined && { allOf }) }
    delete schema.$ref
    delete schema.allOf
    schema.anyOf = [value, { type: 'null' }]
  } else if (Object.keys(rest).length === 0 && /\/(?:any|one)Of\/\d+$/.test(pointer)) schema.type = 'null'
}
