// One item of a collection: its path is that of the collection and one more segment, a parameter.

import type { ContractModel } from '../model/contract.ts'
import { memoize, type Node, toNode } from '../model/node.ts'
import type { Response } from '../model/openapi.ts'
import { collectionPathOf } from '../model/paths.ts'

export type ItemPath = NonNullable<ReturnType<typeof itemPathOf>>

/** Operations at the paths of items, by the path of their collection. */
const operationsAtItems = memoize(({ operations }: ContractModel) => {
  return Map.groupBy(operations, ({ path }) => collectionPathOf(path))
})

/** @returns The path parameter of an item, its schema, and the GET of an item; `undefined` without such a path. */
export function itemPathOf(source: ContractModel, path: string) {
  const atItem = operationsAtItems(source).get(path) ?? []
  const name = atItem[0]?.path.slice(path.length + 2, -1)
  const parameter = atItem[0]?.parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)
  if (parameter === undefined) return undefined
  const schema = source.resolve(parameter.schema)
  return { parameter, schema, read: atItem.find(({ method }) => method === 'get') }
}

export function exampleId(source: ContractModel, { content = {} }: Response): unknown {
  const [{ examples = {}, example } = {}] = Object.values(content)
  const [first] = Object.values(examples)
  return toNode((first && source.resolve(first).value) ?? example).id
}

/** The header with the URL of an item, relative to its collection. @param id The example, unless the path has one. */
export function getLocation(header: unknown, path: string, { parameter, schema }: ItemPath, id: unknown): Node {
  const common = toNode(header)
  const prefix = `${path.slice(path.lastIndexOf('/') + 1)}/`
  const { pattern, maxLength } = schema
  const [example] = Object.values(toNode(parameter.examples))
  const value = toNode(example).value ?? parameter.example ?? id
  return {
    ...common,
    schema: {
      ...toNode(common.schema),
      ...(typeof maxLength === 'number' && { maxLength: prefix.length + maxLength }),
      ...(typeof pattern === 'string' && { pattern: pattern.replace(/^\^/, `^${prefix.replaceAll('.', '\\.')}`) }),
    },
    ...(value !== undefined && { example: prefix + String(value) }),
  }
}

/** Adds the schema of a cursor, which is that of the id of an item. @param parameter A parameter without a schema. */
export function withCursor({ for: _, ...parameter }: Node, item: ItemPath | undefined): Node {
  const anyString = { type: 'string', minLength: 1, maxLength: 500, pattern: '^[^\\x00-\\x1f]+$' }
  const { schema = anyString, examples } = toNode(item?.parameter)
  return { ...parameter, schema, ...(examples !== undefined && { examples }) }
}
