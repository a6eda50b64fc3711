// generated/api.d.ts: the contract as types, with the comments that editors show.

import { isFile } from '../contract/model/bodies.ts'
import type { Contract, Reference, Schema } from '../contract/model/contract.ts'
import { describeDeprecations } from '../contract/model/deprecations.ts'
import { makeOptional } from '../contract/model/directions.ts'
import { isNode, mapped, type Node, nodesOf, replaced, resolved, toNode } from '../contract/model/node.ts'
import { getOperations } from '../contract/model/operations.ts'
import { docComment } from './code.ts'
import { fileMark, getTypes } from './openapi-typescript.ts'

export function types(original: Contract): string {
  const contract = describeDeprecations(original)
  markBodies(contract.document)
  const optional = Object.entries(contract.document.components.headers).filter(([, header]) => header.required !== true)
  const schemas = Object.entries(contract.document.components.schemas)
  const all = getTypes(withOwnOperations(withTags(contract)), {
    optional: new Set(optional.map(([name]) => name)),
    descriptions: new Map(schemas.map(([name, { description = '' }]) => [name, description])),
  })
  const text = all.replaceAll(/\\uE000/g, '#')
  // openapi-typescript 7.13 puts the description into a tag, and indents its lines: editors would show them as code.
  const commented = text.replaceAll(/^( *\/?\*{1,2} )@description /gm, '$1').replaceAll(/^( *\*) {5}/gm, '$1 ')
  return `\n${describeOperations(commented, contract)}`
}

/** Marks the schemas of files in forms, and what only one direction has. @param document A copy; it is changed. */
function markBodies(document: Contract['document']): void {
  const root = toNode(document)
  for (const { operation } of getOperations(root)) {
    const { content } = resolved(root, operation.requestBody)
    visitAll(root, toNode(content)['multipart/form-data'], (schema) => {
      if (isFile(schema)) schema[fileMark] = true
    })
    // A type has no direction: a property that one direction lacks is optional in both.
    visitAll(root, content, (schema) => makeOptional(root, schema, 'readOnly'))
    visitAll(root, operation.responses, (schema) => makeOptional(root, schema, 'writeOnly'))
  }
}

/** Visits what a part of the document refers to, too. */
function visitAll(root: Node, part: unknown, visit: (schema: Node) => void): void {
  const visited = new Set<unknown>()
  const visitPart = (value: unknown): void => {
    for (const { node } of nodesOf(value)) {
      visit(node)
      if (typeof node.$ref !== 'string' || visited.has(node.$ref)) continue
      visited.add(node.$ref)
      visitPart(resolved(root, node))
    }
  }
  visitPart(part)
}

/** Instead of `#` in the name of an operation, where openapi-typescript 7.13 would split it. */
const hash = '\ue000'

/** Nobody calls the operations of webhooks and callbacks: their types are in `webhooks` and in their operation only. */
function withOwnOperations(document: object): object {
  const unnamed = (items: unknown) => replaced(items ?? {}, (value, key) => (key === 'operationId' ? undefined : value))
  const { webhooks, ...rest } = toNode(document)
  const named = replaced(rest, (value, key) => {
    if (key === 'operationId' && typeof value === 'string') return value.replaceAll('#', hash)
    return key === 'callbacks' ? unnamed(value) : value
  })
  return { ...named, ...(webhooks !== undefined && { webhooks: unnamed(webhooks) }) }
}

type Described = Record<string, unknown> & { description?: string | undefined }

const bounds = ['format', 'default', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems']

/** The document with the tags of JSDoc in its descriptions, also where a property or a parameter is a reference. */
function withTags(contract: Contract): object {
  const toProperty = (property: Reference<Schema>) => {
    if (!('$ref' in property)) return property
    const schema: Described = { ...contract.resolve<Schema>(property) }
    return { ...property, ...described(schema, { description: schema.description, ...property }) }
  }
  const document = structuredClone(contract.document)
  // What is inside comes first.
  for (const { node } of [...nodesOf(document)].reverse()) {
    if (isNode(node.properties)) node.properties = mapped(node.properties as Properties, toProperty)
    if (!('description' in node)) continue
    const schema: Described = 'schema' in node ? { ...contract.wholeSchema(node.schema) } : {}
    const { format: _, deprecated: __, ...rest }: Described = node
    const result = described({ ...schema, ...node }, rest)
    for (const name of Object.keys(node)) delete node[name]
    Object.assign(node, result)
  }
  return document
}

type Properties = Record<string, Reference<Schema>>

function described(schema: Described, node: Described): Described {
  const tags = bounds.filter((name) => schema[name] !== undefined).map((name) => `@${name} ${String(schema[name])}`)
  if (schema.deprecated === true) tags.push('@deprecated')
  const { default: _, ...rest } = node
  return { ...rest, description: [node.description?.trim(), tags.join('\n')].filter(Boolean).join('\n\n') }
}

// openapi-typescript 7.13 describes only `paths`. The methods of the client have the descriptions of `operations`.
function describeOperations(text: string, { operations }: Contract): string {
  const start = text.indexOf('\nexport interface operations {\n')
  return operations.reduce((described, { id, summary, description, deprecated }) => {
    const words = [summary, description.trim(), deprecated ? '@deprecated' : ''].filter(Boolean).join('\n\n')
    // openapi-typescript writes a name that is not an identifier in quotes.
    const places = [id, JSON.stringify(id)].map((key) => described.indexOf(`\n    ${key}: {\n`, start) + 1)
    const at = Math.max(...places)
    return at <= 0 ? described : `${described.slice(0, at)}${docComment(words, '    ')}${described.slice(at)}`
  }, text)
}
