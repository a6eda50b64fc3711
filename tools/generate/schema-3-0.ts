// Schemas of OpenAPI 3.1 as schemas of 3.0. A keyword that 3.0 does not have is converted or is an error. None is dropped.

import { mapped, type Node } from './complete/node.ts'
import type { Contract } from './contract.ts'

/** Keywords that mean the same in both versions. */
const sameKeywords = [
  ...'format enum title description default deprecated x-deprecation readOnly writeOnly required pattern'.split(' '),
  ...'minLength maxLength multipleOf minimum maximum minItems maxItems uniqueItems'.split(' '),
  ...'minProperties maxProperties'.split(' '),
]
const conditionKeywords = ['if', 'then', 'else']

/** Converts schemas. It throws for a schema that 3.0 may not be able to express. */
export function schemaConverter(contract: Contract): (node: unknown) => Node {
  function convert(node: unknown): Node {
    const { $ref, if: condition, then, else: otherwise, 'x-role': _, ...schema } = objectOf(node)
    const parts = Object.entries(schema).map(([key, value]) => keyword(key, value, schema))
    // 3.0 ignores everything beside a $ref.
    if ($ref !== undefined) parts.push(Object.keys(schema).length === 0 ? { $ref } : { allOf: [{ $ref }] })
    if (condition !== undefined) {
      const violations = cases({ if: condition, then, else: otherwise }, false, schema)
      parts.push({ allOf: violations.map((schemas) => ({ not: convert({ allOf: schemas }) })) })
    }
    const keys = parts.flatMap(Object.keys)
    const twice = keys.find((key, index) => keys.indexOf(key) !== index)
    if (twice !== undefined) throw new Error(`In OpenAPI 3.0, a schema of openapi.yaml would have ${twice} twice.`)
    return Object.assign({}, ...parts)
  }

  function keyword(key: string, value: unknown, schema: Node): Node {
    if (key === 'type' && value !== 'null' && typeof value === 'string') return { type: value }
    if (key === 'type' && Array.isArray(value) && value.length === 2 && value.includes('null')) {
      return { type: value.find((one) => one !== 'null'), nullable: true }
    }
    if (sameKeywords.includes(key)) return { [key]: value }
    if (key === 'const') return { enum: [value] }
    if (key === 'properties') return { properties: mapped(objectOf(value), convert) }
    if (key === 'additionalProperties' && typeof value === 'boolean') return { [key]: value }
    if (['items', 'not', 'additionalProperties'].includes(key)) return { [key]: convert(value) }
    if (['allOf', 'anyOf', 'oneOf'].includes(key) && Array.isArray(value)) {
      const others = value.filter((one) => objectOf(one).type !== 'null')
      if (others.length === value.length) return { [key]: value.map(convert) }
      if (key !== 'allOf' && others.length === 1) return nullable(others[0], schema)
    }
    throw new Error(
      `A schema of openapi.yaml has ${key}: ${JSON.stringify(value)}. Convert it in tools/generate/schema-3-0.ts.`,
    )
  }

  // 3.0 reads `nullable` only beside `type`. So the other schema is copied to it, even if it is a $ref.
  function nullable(other: unknown, { description }: Node): Node {
    const { description: own, ...copied } = convert(contract.wholeSchema(other))
    if (typeof copied.type !== 'string' || copied.enum !== undefined)
      throw new Error("Beside type 'null', a schema of openapi.yaml needs a schema with a type and without an enum.")
    return { ...(description === undefined && own !== undefined && { description: own }), ...copied, nullable: true }
  }

  return convert
}

/**
 * All cases in which a condition holds or does not hold, each a list of schemas that are all valid. Code generators lose a
 * schema with `oneOf` or `anyOf` of conditions, or make a class of it. They ignore an `allOf` of `not`.
 */
function cases(condition: unknown, holds: boolean, owner: Node): Node[][] {
  const schema = objectOf(condition)
  const keys = Object.keys(schema)
  const both = (one: Node[][], other: Node[][]) => one.flatMap((first) => other.map((second) => [...first, ...second]))
  if ('if' in schema && keys.every((key) => conditionKeywords.includes(key))) {
    return [true, false].flatMap((isMet) =>
      both(cases(schema.if, isMet, owner), cases((isMet ? schema.then : schema.else) ?? {}, holds, owner)),
    )
  }
  if ('not' in schema && keys.length === 1) return cases(schema.not, !holds, owner)
  if (Array.isArray(schema.anyOf) && keys.length === 1) {
    const each = schema.anyOf.map((one) => cases(one, holds, owner))
    return holds ? each.flat() : each.reduce(both)
  }
  const literal = withoutKnownTypes(schema, owner)
  if (Object.keys(literal).length === 0) return holds ? [[]] : []
  return [[holds ? literal : { not: literal }]]
}

// A condition on properties repeats their types for linters, but the schema itself has these types already.
function withoutKnownTypes({ properties = {}, ...rest }: Node, owner: Node): Node {
  const own = objectOf(owner.properties ?? {})
  const kept = Object.entries(objectOf(properties)).filter(
    ([name, property]) => JSON.stringify(property) !== JSON.stringify({ type: Object(own[name]).type }),
  )
  return { ...rest, ...(kept.length > 0 && { properties: Object.fromEntries(kept) }) }
}

/** @throws {Error} if the node is not an object. */
export function objectOf(node: unknown): Node {
  if (typeof node === 'object' && node !== null && !Array.isArray(node)) return { ...node }
  throw new Error(`openapi.yaml has ${JSON.stringify(node)} where OpenAPI 3.0 needs an object.`)
}
