// Schemas that no validator checks as they are written, or that OpenAPI 3.0 does not have.

import { type Checks, each } from '../finding.ts'
import { knownFormats } from '../model/ajv.ts'
import type { ContractModel } from '../model/contract.ts'
import { nodesIn } from '../model/node.ts'
import { schemaConverter } from '../model/openapi-3-0-schemas.ts'

/** express-openapi-validator resolves only references into components. */
const componentKeywords = ['$defs', 'definitions', '$id', '$anchor', '$dynamicRef', '$dynamicAnchor']

/** Keywords that validators check, and that OpenAPI 3.0 has or can express. */
export const portableKeywords = [
  ...'$ref type enum const allOf anyOf oneOf not if then else'.split(' '),
  ...'properties required additionalProperties minProperties maxProperties items minItems maxItems uniqueItems'.split(
    ' ',
  ),
  ...'minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'.split(' '),
]

export const checkedKeywords = [
  ...portableKeywords,
  ...'patternProperties propertyNames unevaluatedProperties dependentRequired dependentSchemas'.split(' '),
  ...'prefixItems unevaluatedItems contains minContains maxContains'.split(' '),
]

/** Annotations. `default` also has an effect: docs/contract.md. */
const annotationKeywords = [
  ...'title description default deprecated example examples externalDocs $comment'.split(' '),
  ...'xml discriminator contentEncoding contentMediaType'.split(' '),
]

/** Some have a check of their own, and the last two say which direction has a property (directions.ts). */
const allowed = new Set([...checkedKeywords, ...annotationKeywords, ...componentKeywords, 'readOnly', 'writeOnly'])

export const schemaChecks: Checks<ContractModel> = {
  'a schema with $defs, $id or an anchor': each(allNodes, ({ node }) => {
    const unsupportedKeyword = componentKeywords.find((keyword) => keyword in node)
    return (
      unsupportedKeyword &&
      `A schema cannot have ${unsupportedKeyword}: move it to components/schemas, and refer to it there.`
    )
  }),

  'an unsupported keyword of a schema': each(
    ({ document }) => schemasIn(document),
    ({ node }) => {
      const unknownName = Object.keys(node).find((name) => !allowed.has(name) && !name.startsWith('x-'))
      return (
        unknownName &&
        `Validators or OpenAPI 3.0 do not know the keyword ${unknownName}: use those in docs/openapi-support.md.`
      )
    },
  ),
}

export function allNodes({ document }: ContractModel) {
  return nodesIn(document)
}

/** Warnings about formats that nothing checks, and about nullable types whose enum lacks null. */
export const schemaWarnings: Checks<ContractModel> = {
  'a format that no validator checks': each(allNodes, ({ node: { format } }) => {
    const isUnknown = typeof format === 'string' && !Object.hasOwn(knownFormats, format)
    return isUnknown && `No validator checks format: ${format}. Add a pattern if it matters.`
  }),

  'an enum without null beside a nullable type': each(allNodes, ({ node: { type, enum: values } }) => {
    const isNullable = Array.isArray(type) && type.includes('null')
    const isRefused = isNullable && Array.isArray(values) && !values.includes(null)
    return isRefused && 'The type allows null, and the enum does not: add null to the enum.'
  }),
}

/** A contract with such schemas has no generated/openapi-3.0.json. */
export const portabilityChecks: Checks<ContractModel> = {
  *'a schema that OpenAPI 3.0 does not have'(contract) {
    const convert = schemaConverter(contract)
    const failed = schemasIn(contract.document).filter(({ node, pointer }) => {
      // Null is converted together with the schema beside it.
      const isBeside = node.type === 'null' && /\/(?:any|one)Of\/\d+$/.test(pointer)
      return !isBeside && !succeeds(() => convert(node))
    })
    // If a schema contains another one that fails, the inner one is the cause.
    const causes = failed.filter(({ pointer }) => !failed.some((inner) => inner.pointer.startsWith(`${pointer}/`)))
    for (const { pointer } of causes)
      yield [pointer, 'OpenAPI 3.0 does not have this schema, so there is no generated/openapi-3.0.json.']
  },
}

function succeeds(action: () => unknown): boolean {
  try {
    action()
    return true
  } catch {
    return false
  }
}

export function schemasIn(document: object) {
  return nodesIn(document).filter(({ kind }) => kind === 'schema')
}
