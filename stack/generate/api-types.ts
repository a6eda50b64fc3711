// generated/api.d.ts: the contract as types, with the comments that editors show.

import { isFile } from '../contract/model/bodies.ts'
import type { ContractModel } from '../contract/model/contract.ts'
import { describeDeprecations } from '../contract/model/deprecations.ts'
import { makeOptional } from '../contract/model/directions.ts'
import { isNode, mapValues, type Node, nodesOf, replaceDeep, resolveNode, toNode } from '../contract/model/node.ts'
import { getOperations } from '../contract/model/operations.ts'
import { fileMark, getTypes, hashMark } from './openapi-typescript.ts'

export function types(original: ContractModel): string {
  const contract = describeDeprecations(original)
  const document = structuredClone(contract.document)
  markBodies(document)
  return `\n${getTypes(withOwnOperations(withTags(contract, document)))}`
}

/** Marks the schemas of files in forms, and makes properties of one direction optional. @param document A copy to change. */
function markBodies(document: ContractModel['document']): void {
  const root = toNode(document)
  for (const { operation } of getOperations(root)) {
    const { content } = resolveNode(root, operation.requestBody)
    visitAll(root, toNode(content)['multipart/form-data'], (schema) => {
      if (isFile(schema)) schema[fileMark] = true
    })
    // A type has no direction: a property that one direction lacks is optional in both.
    visitAll(root, content, (schema) => makeOptional(root, schema, 'readOnly'))
    visitAll(root, operation.responses, (schema) => makeOptional(root, schema, 'writeOnly'))
  }
}

/** Visits all nodes in a part of the document, and in the components that it references. */
function visitAll(root: Node, part: unknown, visit: (schema: Node) => void): void {
  const visited = new Set<unknown>()
  const visitPart = (value: unknown): void => {
    for (const { node } of nodesOf(value)) {
      visit(node)
      if (typeof node.$ref !== 'string' || visited.has(node.$ref)) continue
      visited.add(node.$ref)
      visitPart(resolveNode(root, node))
    }
  }
  visitPart(part)
}

/** Omits webhooks and callbacks from `operations`: clients do not call them. */
function withOwnOperations(document: object): object {
  const omitIds = (map: unknown) => replaceDeep(map ?? {}, (value, key) => (key === 'operationId' ? undefined : value))
  const { webhooks, ...rest } = toNode(document)
  const replacedNames = replaceDeep(rest, (value, key) => {
    if (key === 'operationId' && typeof value === 'string') return value.replaceAll('#', hashMark)
    return key === 'callbacks' ? omitIds(value) : value
  })
  return { ...replacedNames, ...(webhooks !== undefined && { webhooks: omitIds(webhooks) }) }
}

type DescribedNode = Record<string, unknown> & { summary?: string; description?: string | undefined }

const keywords = ['format', 'default', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems']

/**
 * Moves descriptions and the tags of JSDoc to summaries, even if a property or a parameter is a reference.
 * @param document A copy; it is changed.
 */
function withTags(contract: ContractModel, document: object): object {
  const toProperty = (property: DescribedNode) => {
    if (typeof property.$ref !== 'string') return property
    const schema: DescribedNode = { ...resolveNode(toNode(contract.document), property), ...property }
    // Its own description is a summary by now.
    return withSummary(schema, 'summary' in property ? property : { ...property, description: schema.description })
  }
  // openapi-typescript 7.13 requires each header behind a reference.
  const toHeader = (header: unknown) => {
    const { $ref } = toNode(header)
    const { required } = resolveNode(toNode(contract.document), header)
    return $ref === undefined ? header : { required, schema: { $ref } }
  }
  // Nested nodes come first.
  for (const { node } of [...nodesOf(document)].reverse()) {
    if (isNode(node.headers)) node.headers = mapValues(node.headers, toHeader)
    if (isNode(node.properties)) node.properties = mapValues(node.properties as Properties, toProperty)
    if (!('description' in node)) continue
    const schema: DescribedNode = 'schema' in node ? { ...contract.dereference(node.schema) } : {}
    const { format: _, deprecated: __, ...rest }: DescribedNode = node
    const result = withSummary({ ...schema, ...node }, rest)
    for (const name of Object.keys(node)) delete node[name]
    Object.assign(node, result)
  }
  return document
}

type Properties = Record<string, DescribedNode>

function withSummary(schema: DescribedNode, node: DescribedNode): DescribedNode {
  const tags = keywords.filter((name) => schema[name] !== undefined).map((name) => `@${name} ${String(schema[name])}`)
  if (schema.deprecated === true) tags.push('@deprecated')
  const { default: _, summary, description, ...rest } = node
  return { ...rest, summary: [summary, description?.trim(), tags.join('\n')].filter(Boolean).join('\n\n') }
}
