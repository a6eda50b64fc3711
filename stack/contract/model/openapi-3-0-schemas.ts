// Schemas in OpenAPI 3.0, for tools that do not read 3.1.

import type { ContractModel } from './contract.ts'
import { mapValues, type Node, pickBy } from './node.ts'

const sameKeywords = [
  ...'format enum title description default deprecated example externalDocs required pattern'.split(' '),
  ...'minLength maxLength multipleOf minimum maximum minItems maxItems uniqueItems'.split(' '),
  ...'minProperties maxProperties xml discriminator readOnly writeOnly'.split(' '),
]
const conditionKeywords = ['if', 'then', 'else']

/** Converts schemas. A constraint that 3.0 does not have is converted or is an error. Annotations can be dropped. */
export function schemaConverter(contract: ContractModel): (node: unknown) => Node {
  function convert(node: unknown): Node {
    const { $ref, if: condition, then, else: otherwise, ...schema } = copyObject(node)
    const parts = Object.entries(schema).map(([key, value]) => convertKeyword(key, value, schema))
    // 3.0 ignores everything beside a $ref.
    if ($ref !== undefined) parts.push(Object.keys(schema).length === 0 ? { $ref } : { allOf: [{ $ref }] })
    if (condition !== undefined) {
      const violations = getCases({ if: condition, then, else: otherwise }, false, schema)
      parts.push({ allOf: violations.map((schemas) => ({ not: convert({ allOf: schemas }) })) })
    }
    const keys = parts.flatMap(Object.keys)
    const repeated = keys.find((key, index) => keys.indexOf(key) !== index)
    if (repeated !== undefined)
      throw new Error(`In OpenAPI 3.0, a schema of openapi.yaml would have ${repeated} twice.`)
    return Object.assign({}, ...parts)
  }

  function convertKeyword(key: string, value: unknown, schema: Node): Node {
    if (key === 'type' && value !== 'null' && typeof value === 'string') return { type: value }
    if (key === 'type' && Array.isArray(value)) {
      const types = value.filter((type) => type !== 'null')
      const orNull = types.length < value.length && { nullable: true }
      return types.length === 1 ? { type: types[0], ...orNull } : { anyOf: types.map((type) => ({ type, ...orNull })) }
    }
    // In 3.0, `exclusiveMinimum` is a boolean that applies to `minimum`. The narrower of two bounds wins.
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
    if (key === 'properties') return { properties: mapValues(copyObject(value), convert) }
    if (key === 'additionalProperties' && typeof value === 'boolean') return { [key]: value }
    if (['items', 'not', 'additionalProperties'].includes(key)) return { [key]: convert(value) }
    if (['allOf', 'anyOf', 'oneOf'].includes(key) && Array.isArray(value)) {
      const nonNull = value.filter((alternative) => copyObject(alternative).type !== 'null')
      if (nonNull.length === value.length) return { [key]: value.map(convert) }
      if (key !== 'allOf' && nonNull.length === 1) return makeNullable(nonNull[0], schema)
      // One alternative that allows null is enough.
      const [first, ...rest] = nonNull
      if (key !== 'allOf' && first !== undefined) return { [key]: [makeNullable(first, {}), ...rest.map(convert)] }
    }
    throw new Error(`OpenAPI 3.0 does not have ${key}: ${JSON.stringify(value)}.`)
  }

  // 3.0 reads `nullable` only beside `type`, so the schema is copied, even if it is a $ref.
  function makeNullable(schema: unknown, { description }: Node): Node {
    // A dereferenced schema keeps circular references only.
    if (JSON.stringify(contract.dereference(schema)).includes('"$ref":'))
      throw new Error('OpenAPI 3.0 cannot make a recursive schema nullable.')
    const { description: targetDescription, ...copied } = convert(contract.dereference(schema))
    if (typeof copied.type !== 'string')
      throw new Error("A schema that is combined with type 'null' must have a single type.")
    // `nullable` adds null to the type, and not to the values of an enum.
    const values = Array.isArray(copied.enum) && { enum: [...copied.enum, null] }
    const inherited = description === undefined && targetDescription !== undefined && { description: targetDescription }
    return { ...inherited, ...copied, ...values, nullable: true }
  }

  return convert
}

/** Returns the format that replaces both content keywords in OpenAPI 3.0; `{}` if there is none. */
function contentFormat({ format, contentEncoding, contentMediaType }: Node, key: string): Node {
  if (format !== undefined) return {}
  if (key === 'contentEncoding') return contentEncoding === 'base64' ? { format: 'byte' } : {}
  return contentEncoding === undefined && contentMediaType === 'application/octet-stream' ? { format: 'binary' } : {}
}

/** The cases in which a condition holds or not, each as schemas that match together. Generators ignore `oneOf` here. */
function getCases(condition: unknown, holds: boolean, owner: Node): Node[][] {
  const schema = copyObject(condition)
  const keys = Object.keys(schema)
  const combine = (left: Node[][], right: Node[][]) =>
    left.flatMap((first) => right.map((second) => [...first, ...second]))
  if ('if' in schema && keys.every((key) => conditionKeywords.includes(key)))
    return [true, false].flatMap((isMet) =>
      combine(getCases(schema.if, isMet, owner), getCases((isMet ? schema.then : schema.else) ?? {}, holds, owner)),
    )
  if ('not' in schema && keys.length === 1) return getCases(schema.not, !holds, owner)
  if (Array.isArray(schema.anyOf) && keys.length === 1) {
    const alternatives = schema.anyOf.map((alternative) => getCases(alternative, holds, owner))
    return holds ? alternatives.flat() : alternatives.reduce(combine)
  }
  const literal = withoutKnownTypes(schema, owner)
  if (Object.keys(literal).length === 0) return holds ? [[]] : []
  return [[holds ? literal : { not: literal }]]
}

// A condition on properties repeats their types for linters, but the schema itself has these types already.
function withoutKnownTypes({ properties = {}, ...rest }: Node, owner: Node): Node {
  const ownerProperties = copyObject(owner.properties ?? {})
  const isNew = (property: unknown, name: string) =>
    JSON.stringify(property) !== JSON.stringify({ type: Object(ownerProperties[name]).type })
  const remaining = pickBy(copyObject(properties), isNew)
  return { ...rest, ...(Object.keys(remaining).length > 0 && { properties: remaining }) }
}

/** @throws {Error} if the node is not an object. */
export function copyObject(node: unknown): Node {
  if (typeof node === 'object' && node !== null && !Array.isArray(node)) return { ...node }
  throw new Error(`openapi.yaml has ${JSON.stringify(node)} where OpenAPI 3.0 needs an object.`)
}
