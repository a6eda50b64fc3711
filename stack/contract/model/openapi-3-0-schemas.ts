// Schemas in OpenAPI 3.0, for tools that do not read 3.1.

import type { ContractModel } from './contract.ts'
import { filtered, mapped, type Node } from './node.ts'

const sameKeywords = [
  ...'format enum title description default deprecated example externalDocs required pattern'.split(' '),
  ...'minLength maxLength multipleOf minimum maximum minItems maxItems uniqueItems'.split(' '),
  ...'minProperties maxProperties xml discriminator readOnly writeOnly'.split(' '),
]
const conditionKeywords = ['if', 'then', 'else']

/** Converts schemas. A constraint that 3.0 does not have is converted or is an error. Annotations can be dropped. */
export function schemaConverter(contract: ContractModel): (node: unknown) => Node {
  function convert(node: unknown): Node {
    const { $ref, if: condition, then, else: otherwise, ...schema } = getObject(node)
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
    if (key === 'type' && Array.isArray(value)) {
      const types = value.filter((type) => type !== 'null')
      const nullable = types.length < value.length && { nullable: true }
      return types.length === 1
        ? { type: types[0], ...nullable }
        : { anyOf: types.map((type) => ({ type, ...nullable })) }
    }
    // In 3.0, an exclusive bound is only a mark of the other bound. The narrow one of both counts.
    if (key === 'exclusiveMinimum')
      return Number(schema.minimum) > Number(value) ? {} : { minimum: value, exclusiveMinimum: true }
    if (key === 'exclusiveMaximum')
      return Number(schema.maximum) < Number(value) ? {} : { maximum: value, exclusiveMaximum: true }
    if (key === 'minimum' && Number(schema.exclusiveMinimum) >= Number(value)) return {}
    if (key === 'maximum' && Number(schema.exclusiveMaximum) <= Number(value)) return {}
    if (sameKeywords.includes(key) || key.startsWith('x-')) return { [key]: value }
    if (key === '$comment') return {}
    if (key === 'contentEncoding' || key === 'contentMediaType') return contentFormat(schema, key)
    if (key === 'examples' && Array.isArray(value)) return 'example' in schema ? {} : { example: value[0] }
    if (key === 'const') return { enum: [value] }
    if (key === 'properties') return { properties: mapped(getObject(value), convert) }
    if (key === 'additionalProperties' && typeof value === 'boolean') return { [key]: value }
    if (['items', 'not', 'additionalProperties'].includes(key)) return { [key]: convert(value) }
    if (['allOf', 'anyOf', 'oneOf'].includes(key) && Array.isArray(value)) {
      const others = value.filter((alternative) => getObject(alternative).type !== 'null')
      if (others.length === value.length) return { [key]: value.map(convert) }
      if (key !== 'allOf' && others.length === 1) return nullable(others[0], schema)
      // One of them is enough for null.
      const [first, ...rest] = others
      if (key !== 'allOf' && first !== undefined) return { [key]: [nullable(first, {}), ...rest.map(convert)] }
    }
    throw new Error(`OpenAPI 3.0 does not have ${key}: ${JSON.stringify(value)}.`)
  }

  // 3.0 reads `nullable` only beside `type`. So the other schema is copied to it, even if it is a $ref.
  function nullable(schema: unknown, { description }: Node): Node {
    // A reference stays in a whole schema only if it leads back to a schema around it.
    if (JSON.stringify(contract.dereference(schema)).includes('"$ref":'))
      throw new Error('OpenAPI 3.0 has no null beside a schema that contains itself.')
    const { description: targetDescription, ...copied } = convert(contract.dereference(schema))
    if (typeof copied.type !== 'string')
      throw new Error("Beside type 'null', a schema of openapi.yaml needs a schema with a type.")
    // `nullable` adds null to the type, and not to the values of an enum.
    const values = Array.isArray(copied.enum) && { enum: [...copied.enum, null] }
    const text = description === undefined && targetDescription !== undefined && { description: targetDescription }
    return { ...text, ...copied, ...values, nullable: true }
  }

  return convert
}

/** Returns the format that says in OpenAPI 3.0 what the content of a string is. */
function contentFormat({ format, contentEncoding, contentMediaType }: Node, key: string): Node {
  if (format !== undefined) return {}
  if (key === 'contentEncoding') return contentEncoding === 'base64' ? { format: 'byte' } : {}
  return contentEncoding === undefined && contentMediaType === 'application/octet-stream' ? { format: 'binary' } : {}
}

/** All cases of a condition, each a list of schemas for `not`: code generators would lose a schema with `oneOf`. */
function cases(condition: unknown, holds: boolean, owner: Node): Node[][] {
  const schema = getObject(condition)
  const keys = Object.keys(schema)
  const combine = (left: Node[][], right: Node[][]) =>
    left.flatMap((first) => right.map((second) => [...first, ...second]))
  if ('if' in schema && keys.every((key) => conditionKeywords.includes(key)))
    return [true, false].flatMap((isMet) =>
      combine(cases(schema.if, isMet, owner), cases((isMet ? schema.then : schema.else) ?? {}, holds, owner)),
    )
  if ('not' in schema && keys.length === 1) return cases(schema.not, !holds, owner)
  if (Array.isArray(schema.anyOf) && keys.length === 1) {
    const each = schema.anyOf.map((alternative) => cases(alternative, holds, owner))
    return holds ? each.flat() : each.reduce(combine)
  }
  const literal = withoutKnownTypes(schema, owner)
  if (Object.keys(literal).length === 0) return holds ? [[]] : []
  return [[holds ? literal : { not: literal }]]
}

// A condition on properties repeats their types for linters, but the schema itself has these types already.
function withoutKnownTypes({ properties = {}, ...rest }: Node, owner: Node): Node {
  const ownerProperties = getObject(owner.properties ?? {})
  const isNew = (property: unknown, name: string) =>
    JSON.stringify(property) !== JSON.stringify({ type: Object(ownerProperties[name]).type })
  const remaining = filtered(getObject(properties), isNew)
  return { ...rest, ...(Object.keys(remaining).length > 0 && { properties: remaining }) }
}

/** @throws {Error} if the node is not an object. */
export function getObject(node: unknown): Node {
  if (typeof node === 'object' && node !== null && !Array.isArray(node)) return { ...node }
  throw new Error(`openapi.yaml has ${JSON.stringify(node)} where OpenAPI 3.0 needs an object.`)
}
