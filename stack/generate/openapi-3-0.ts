// generated/openapi-3.0.json: the same requests and responses as OpenAPI 3.0, for tools that do not read 3.1.

import { filtered, mapped, type Node, once } from './complete/node.ts'
import { Contract, type Document } from './contract.ts'
import { describeDeprecations } from './deprecations.ts'
import { publishedDocument } from './published.ts'

const sameKeywords = [
  ...'format enum title description default deprecated example externalDocs required pattern'.split(' '),
  ...'minLength maxLength multipleOf minimum maximum minItems maxItems uniqueItems'.split(' '),
  ...'minProperties maxProperties xml discriminator readOnly writeOnly'.split(' '),
]
const conditionKeywords = ['if', 'then', 'else']

export function hasOpenapi30(contract: Contract): boolean {
  try {
    return openapi30(contract) !== ''
  } catch {
    return false
  }
}

/** @throws {Error} if the contract has something that OpenAPI 3.0 does not have. */
export const openapi30 = once((original: Contract): string => {
  const contract = describeDeprecations(new Contract(publishedDocument(original), original.locate))
  const document = getObject(withoutCertificates(converted(contract.document, schemaConverter(contract)), contract))
  // Some tools do not accept 3.0.4, which only words the specification better.
  const own = { openapi: '3.0.3', info: info(contract.document.info) }
  return `${JSON.stringify({ ...document, ...own }, null, 2)}\n`
})

// 3.0 has no summary here, and no identifier of a licence.
function info({ summary, description, license, ...rest }: Document['info']): Node {
  const { identifier, ...named } = license ?? {}
  const url = identifier && { url: `https://spdx.org/licenses/${identifier}.html` }
  const text = [summary, description].filter(Boolean).join('\n\n')
  return { ...rest, ...(text && { description: text }), ...(license && { license: { ...named, ...url } }) }
}

// 3.0 has no client certificates. Another alternative of the operation needs none.
function withoutCertificates(document: unknown, { document: { components } }: Contract): unknown {
  const schemes = Object.entries(components.securitySchemes ?? {})
  const names = schemes.filter(([, { type }]) => type === 'mutualTLS').map(([name]) => name)
  if (names.length === 0) return document
  return JSON.parse(JSON.stringify(document), (key, value) => {
    if (key === 'security') return value.filter((one: object) => names.every((name) => !(name in one)))
    return key === 'securitySchemes' ? filtered(value, (_, name) => !names.includes(name)) : value
  })
}

// In 3.0, only OAuth has scopes. The description of the security scheme explains them to people.
function withoutScopes({ security }: Node): Node {
  if (!Array.isArray(security)) return {}
  const scopes = security.flatMap((one) => Object.values(getObject(one)).flat())
  return {
    security: security.map((one) => mapped(getObject(one), () => [])),
    ...(scopes.length > 0 && { 'x-scopes': scopes }),
  }
}

function converted(node: unknown, convert: (schema: unknown) => Node): unknown {
  if (Array.isArray(node)) return node.map((item) => converted(item, convert))
  if (typeof node !== 'object' || node === null) return node
  const members = mapped(getObject(node), (value, key) => {
    if (key === 'schema') return convert(value)
    if (key === 'schemas') return mapped(getObject(value), convert)
    // An example is data: nothing in it is a schema.
    return ['example', 'examples'].includes(key) ? value : converted(value, convert)
  })
  return { ...members, ...withoutScopes(getObject(node)) }
}

/** Converts schemas. A keyword that 3.0 does not have is converted or is an error. None is dropped. */
export function schemaConverter(contract: Contract): (node: unknown) => Node {
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
      const types = value.filter((one) => one !== 'null')
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
      const others = value.filter((one) => getObject(one).type !== 'null')
      if (others.length === value.length) return { [key]: value.map(convert) }
      if (key !== 'allOf' && others.length === 1) return nullable(others[0], schema)
      // One of them is enough for null.
      const [first, ...rest] = others
      if (key !== 'allOf' && first !== undefined) return { [key]: [nullable(first, {}), ...rest.map(convert)] }
    }
    throw new Error(`OpenAPI 3.0 does not have ${key}: ${JSON.stringify(value)}.`)
  }

  // 3.0 reads `nullable` only beside `type`. So the other schema is copied to it, even if it is a $ref.
  function nullable(other: unknown, { description }: Node): Node {
    // A reference stays in a whole schema only if it leads back to a schema around it.
    if (JSON.stringify(contract.wholeSchema(other)).includes('"$ref":'))
      throw new Error('OpenAPI 3.0 has no null beside a schema that contains itself.')
    const { description: own, ...copied } = convert(contract.wholeSchema(other))
    if (typeof copied.type !== 'string')
      throw new Error("Beside type 'null', a schema of openapi.yaml needs a schema with a type.")
    // `nullable` adds null to the type, and not to the values of an enum.
    const values = Array.isArray(copied.enum) && { enum: [...copied.enum, null] }
    const text = description === undefined && own !== undefined && { description: own }
    return { ...text, ...copied, ...values, nullable: true }
  }

  return convert
}

/** In 3.0, the content of a string is its format. */
function contentFormat({ format, contentEncoding, contentMediaType }: Node, key: string): Node {
  if (format !== undefined) return {}
  if (key === 'contentEncoding') return contentEncoding === 'base64' ? { format: 'byte' } : {}
  return contentEncoding === undefined && contentMediaType === 'application/octet-stream' ? { format: 'binary' } : {}
}

/** All cases of a condition, each a list of schemas for `not`: code generators would lose a schema with `oneOf`. */
function cases(condition: unknown, holds: boolean, owner: Node): Node[][] {
  const schema = getObject(condition)
  const keys = Object.keys(schema)
  const both = (one: Node[][], other: Node[][]) => one.flatMap((first) => other.map((second) => [...first, ...second]))
  if ('if' in schema && keys.every((key) => conditionKeywords.includes(key)))
    return [true, false].flatMap((isMet) =>
      both(cases(schema.if, isMet, owner), cases((isMet ? schema.then : schema.else) ?? {}, holds, owner)),
    )
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
  const own = getObject(owner.properties ?? {})
  const isNew = (property: unknown, name: string) =>
    JSON.stringify(property) !== JSON.stringify({ type: Object(own[name]).type })
  const kept = filtered(getObject(properties), isNew)
  return { ...rest, ...(Object.keys(kept).length > 0 && { properties: kept }) }
}

/** @throws {Error} if the node is not an object. */
function getObject(node: unknown): Node {
  if (typeof node === 'object' && node !== null && !Array.isArray(node)) return { ...node }
  throw new Error(`openapi.yaml has ${JSON.stringify(node)} where OpenAPI 3.0 needs an object.`)
}
