// Keywords of schemas. docs/contract.md lists those that are honoured. A contract with a keyword that OpenAPI
// 3.0 does not have has no generated/openapi-3.0.json.

import { isNode, type Node, nodesIn, toNode } from '../complete/node.ts'
import type { Contract, Written } from '../contract.ts'
import { escapeKey } from '../json-pointer.ts'
import { schemaConverter } from '../openapi-3-0.ts'
import { type Checks, each } from './check.ts'
import { otherPlaces } from './schemas.ts'

/** Validators check them, and OpenAPI 3.0 has them, or others with the same meaning. */
export const portableKeywords = [
  ...'$ref type enum const allOf anyOf oneOf not if then else'.split(' '),
  ...'properties required additionalProperties minProperties maxProperties items minItems maxItems uniqueItems'.split(
    ' ',
  ),
  ...'minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'.split(' '),
]

/** Validators check them. */
export const checkedKeywords = [
  ...portableKeywords,
  ...'patternProperties propertyNames unevaluatedProperties dependentRequired dependentSchemas'.split(' '),
  ...'prefixItems unevaluatedItems contains minContains maxContains'.split(' '),
]

/** They describe a value. `default` also has a meaning: docs/contract.md. */
const describingKeywords = [
  ...'title description default deprecated example examples externalDocs $comment'.split(' '),
  ...'xml discriminator contentEncoding contentMediaType'.split(' '),
]

/** Some have a check of their own, and the last two say which direction has a property (directions.ts). */
const allowed = new Set([...checkedKeywords, ...describingKeywords, ...otherPlaces, 'readOnly', 'writeOnly'])

const lists = ['allOf', 'anyOf', 'oneOf']
const single = ['not', 'if', 'then', 'else', 'items', 'additionalProperties']

export const keywordChecks: Checks<Written> = {
  'another keyword of a schema': each(
    ({ own }) => schemasIn(own),
    ({ schema }) => {
      const other = Object.keys(toNode(schema)).find((name) => !allowed.has(name) && !name.startsWith('x-'))
      return other && `Validators or OpenAPI 3.0 do not know the keyword ${other}: use those in docs/contract.md.`
    },
  ),
}

/** What a keyword has can be unknown to OpenAPI 3.0, too. */
export const portabilityChecks: Checks<Contract> = {
  *'a schema that OpenAPI 3.0 does not have'(contract) {
    const convert = schemaConverter(contract)
    const failed = schemasIn(toNode(contract.document)).filter(({ schema, pointer }) => {
      // Null is converted together with the schema beside it.
      const isBeside = toNode(schema).type === 'null' && /\/(?:any|one)Of\/\d+$/.test(pointer)
      return !isBeside && !succeeds(() => convert(schema))
    })
    for (const { pointer } of failed) {
      // A schema inside is the cause.
      if (failed.some((other) => other.pointer.startsWith(`${pointer}/`))) continue
      yield [pointer, 'OpenAPI 3.0 does not have this schema. It has one type, and null beside one schema with a type.']
    }
  },
}

function succeeds(convert: () => unknown): boolean {
  try {
    convert()
    return true
  } catch {
    return false
  }
}

/** All schemas of paths and components. */
function schemasIn(own: Node) {
  const found: { schema: unknown; pointer: string }[] = []
  const add = (schema: unknown, pointer: string): void => {
    found.push({ schema, pointer })
    if (!isNode(schema)) return
    for (const [name, property] of Object.entries(toNode(schema.properties)))
      add(property, `${pointer}/properties/${escapeKey(name)}`)
    for (const keyword of lists)
      for (const [index, one] of Object.entries(schema[keyword] ?? [])) add(one, `${pointer}/${keyword}/${index}`)
    for (const keyword of single) {
      const isOpen = keyword === 'additionalProperties' && typeof schema[keyword] === 'boolean'
      if (keyword in schema && !isOpen) add(schema[keyword], `${pointer}/${keyword}`)
    }
  }
  for (const { node, pointer } of nodesIn(own)) if (node.schema !== undefined) add(node.schema, `${pointer}/schema`)
  for (const [name, schema] of Object.entries(toNode(toNode(own.components).schemas)))
    add(schema, `/components/schemas/${escapeKey(name)}`)
  return found
}
