// The contract as the validators of one direction read it.

import { requestSchema } from './bodies.ts'
import { ContractModel } from './contract.ts'
import { type Node, nodesOf, resolveNode, toNode } from './node.ts'
import type { Document } from './openapi.ts'

/**
 * Makes the properties of the other direction optional. A request can have them: a client may send back what it read. A
 * required property of a request gets no default: a validator that applies it would not see that the value is missing.
 */
export function forDirection(contract: ContractModel, direction: 'request' | 'response'): ContractModel {
  const ignored = direction === 'request' ? 'readOnly' : 'writeOnly'
  const document: Document = structuredClone(contract.document)
  const root = toNode(document)
  const schemas = Array.from(nodesOf(root), ({ node }) => node)
  const marked = schemas.filter(
    (schema) => typeof schema.readOnly === 'boolean' || typeof schema.writeOnly === 'boolean',
  )
  for (const schema of schemas) makeOptional(root, schema, ignored)
  for (const schema of marked) {
    delete schema.readOnly
    delete schema.writeOnly
  }
  const defaulted = direction === 'request' ? schemas.flatMap(requiredDefaults) : []
  for (const property of defaulted) delete property.default
  return marked.length + defaulted.length === 0 ? contract : new ContractModel(document, contract.locate)
}

function requiredDefaults({ required, properties }: Node): Node[] {
  const names = Array.isArray(required) ? required.map(String) : []
  return names.map((name) => toNode(toNode(properties)[name])).filter((property) => 'default' in property)
}

/** Drops the properties that have a keyword from `required`. @param schema It is changed. */
export function makeOptional(root: Node, schema: Node, keyword: 'readOnly' | 'writeOnly'): void {
  const properties = toNode(schema.properties)
  const hasKeyword = (value: unknown) => toNode(value)[keyword] === true || resolveNode(root, value)[keyword] === true
  if (!Array.isArray(schema.required) || !Object.values(properties).some(hasKeyword)) return
  schema.required = schema.required.filter((name) => !hasKeyword(properties[String(name)]))
}

const prefix = '#/components/schemas/'
const suffix = '.patch'

/** Removes defaults from bodies of PATCH: a validator that applies them would change what the patch omits. */
export function withoutPatchDefaults(contract: ContractModel): ContractModel {
  const patches = contract.operations.filter((operation) => {
    const body = contract.dereference(requestSchema(operation))
    return operation.method === 'patch' && [...nodesOf(body)].some(({ node }) => 'default' in node)
  })
  if (patches.length === 0) return contract
  const document: Document = structuredClone(contract.document)
  const { components, paths } = document
  const copies = Object.entries(components.schemas).map(([name, schema]) => [name + suffix, withoutDefaults(schema)])
  components.schemas = { ...components.schemas, ...Object.fromEntries(copies) }
  for (const { path } of patches) {
    const { requestBody } = paths[path]?.patch ?? {}
    // A resolved spec has no references to request bodies.
    const { content } = toNode(requestBody)
    for (const mediaType of Object.values(toNode(content)).map(toNode))
      if (mediaType.schema) mediaType.schema = withoutDefaults(mediaType.schema)
  }
  return new ContractModel(document, contract.locate)
}

/** A copy whose references point to schemas without defaults. */
function withoutDefaults<T>(schema: T): T {
  const copy = structuredClone(schema)
  for (const { node } of nodesOf(copy)) {
    delete node.default
    if (typeof node.$ref === 'string' && node.$ref.startsWith(prefix)) node.$ref += suffix
  }
  return copy
}
