// Writes operations in the one way that the rest of the generator reads. Each function changes the contract, or reports
// what a user should know.

import { bodyKind } from '../../core/contract/media-types.ts'
import type { Finding } from '../finding.ts'
import { capitalWords } from '../model/names.ts'
import { escapeKey, type Node, nodesOf, resolveNode, toList, toNode } from '../model/node.ts'
import { getOperations, httpMethods, isIgnoredHeader } from '../model/operations.ts'

/** Moves the parameters of a path to its operations if one of these overrides some: many tools misread that. */
export function inlinePathParameters(document: Node): void {
  const getKey = (value: unknown) => {
    const { in: location, name } = resolveNode(document, value)
    return `${location} ${location === 'header' ? String(name).toLowerCase() : name}`
  }
  for (const item of Object.values(toNode(document.paths)).map(toNode)) {
    const pathParameters = toList(item.parameters)
    const operations = httpMethods.filter((method) => method in item).map((method) => toNode(item[method]))
    const inherited = operations.map((operation) => {
      const names = toList(operation.parameters).map(getKey)
      return pathParameters.filter((parameter) => !names.includes(getKey(parameter)))
    })
    if (inherited.every(({ length }) => length === pathParameters.length)) continue
    for (const [index, operation] of operations.entries())
      operation.parameters = [...toList(operation.parameters), ...(inherited[index] ?? [])]
    delete item.parameters
  }
}

/** Removes TRACE, OPTIONS, and HEAD beside GET, to which the pipeline responds itself (RFC 9110, 9.3.2 and 9.3.7). */
export function* removeBuiltInMethods(document: Node): Iterable<Finding> {
  for (const [path, value] of Object.entries(toNode(document.paths))) {
    const item = toNode(value)
    const responses = {
      trace: 'Browsers and fetch send no TRACE',
      options: 'The service responds to OPTIONS itself, with the methods of the path',
      ...('get' in item && { head: 'The service responds to HEAD itself, as to GET without the body' }),
    }
    for (const [method, response] of Object.entries(responses)) {
      if (!(method in item)) continue
      yield [`/paths/${escapeKey(path)}/${method}`, `${response}: the resolved spec does not have this operation.`]
      delete item[method]
    }
  }
}

export function* ignoredHeaders(document: Node): Iterable<Finding> {
  const items = Object.entries(toNode(document.paths)).map(([path, item]) => {
    return { pointer: `/paths/${escapeKey(path)}`, node: toNode(item) }
  })
  const operations = getOperations(document).map(({ pointer, operation }) => ({ pointer, node: operation }))
  for (const { pointer, node } of [...items, ...operations]) {
    for (const [index, parameterNode] of toList(node.parameters).entries()) {
      const parameter = resolveNode(document, parameterNode)
      const sentence = `OpenAPI ignores a header parameter ${parameter.name}, so the resolved spec does not have it.`
      if (isIgnoredHeader(parameter)) yield [`${pointer}/parameters/${index}`, sentence]
    }
  }
}

/** Adds each path parameter that an operation does not describe, as a string. */
export function* addMissingParameters(document: Node): Iterable<Finding> {
  for (const { path, pointer, operation, parameters } of getOperations(document)) {
    const described = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => String(name))
    const names = Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => name)
    const missing = [...new Set(names)].filter((name) => !described.includes(name))
    if (missing.length === 0) continue
    const added = missing.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
    operation.parameters = [...toList(operation.parameters), ...added]
    const braced = missing.map((name) => `{${name}}`).join(' and ')
    yield [pointer, `No parameter describes ${braced} of ${path}, so any string is valid: add one with in: path.`]
  }
}

/** Removes the bodies of responses that have none in HTTP (RFC 9110, 15.3.5 and 15.4.5). */
export function* removeBodies(document: Node): Iterable<Finding> {
  for (const { operation, pointer } of getOperations(document)) {
    const responses = toNode(operation.responses)
    for (const status of ['204', '304']) {
      // Other statuses can refer to the same component.
      const { content, ...rest } = resolveNode(document, responses[status])
      if (Object.keys(toNode(content)).length === 0) continue
      responses[status] = rest
      yield [`${pointer}/responses/${status}`, `A ${status} has no body, so the service sends none: remove content.`]
    }
  }
}

/** Removes descriptions that are null, and `allowEmptyValue` outside of a query: some tools write such fields. */
export function* removeUnreadFields(document: Node): Iterable<Finding> {
  for (const { node, pointer } of nodesOf(document)) {
    for (const name of ['summary', 'description', 'title'].filter((name) => node[name] === null)) {
      // A response must have a description.
      if (name === 'description') node[name] = ''
      else delete node[name]
      yield [`${pointer}/${name}`, `This ${name} is null, and is read as absent: write a string, or remove ${name}.`]
    }
    if (!('allowEmptyValue' in node) || !('in' in node) || node.in === 'query') continue
    delete node.allowEmptyValue
    yield [`${pointer}/allowEmptyValue`, `allowEmptyValue belongs to a query, so nothing reads it here: remove it.`]
  }
}

/** Names an operation without an operationId: `GET /boats/{boatId}/logs` is getBoatsBoatIdLogs. */
export function nameOperations(document: Node): void {
  for (const { method, path, operation } of getOperations(document))
    operation.operationId ??= method + capitalWords(path)
}

/** Writes media types in lower case (RFC 9110, 8.3.1), and without parameters. @returns Those that occur twice then. */
export function normaliseMediaTypes(document: Node): Finding[] {
  return contentHoldersIn(document).flatMap(({ holder, pointer }): Finding[] => {
    const mediaTypes = Object.entries(toNode(holder.content))
    if (mediaTypes.length === 0) return []
    const names = mediaTypes.map(([name]) => normaliseMediaType(name))
    holder.content = Object.fromEntries(mediaTypes.map(([, media], index) => [names[index], media]))
    const repeated = mediaTypes.filter((_, index) => names.indexOf(names[index] ?? '') !== index)
    return repeated.map(([name]) => [
      `${pointer}/content/${escapeKey(name)}`,
      `${normaliseMediaType(name)} exists twice: write it once`,
    ])
  })
}

const ranges = ['*/*', 'application/*']

/** Writes application/json for a media range, unless its schema is bytes or none: some tools always write one. */
export function resolveMediaRanges(document: Node): Finding[] {
  return contentHoldersIn(document).flatMap(({ holder, pointer, isResponse }): Finding[] => {
    const content = toNode(holder.content)
    const range = ranges.find((name) => name in content)
    if (!isResponse || range === undefined || Object.keys(content).some((name) => bodyKind(name) === 'json')) return []
    const schema = toNode(toNode(content[range]).schema)
    const { format, contentMediaType } = resolveNode(document, schema)
    if (Object.keys(schema).length === 0 || format === 'binary' || contentMediaType !== undefined) return []
    holder.content = Object.fromEntries(
      Object.entries(content).map(([name, media]) => [name === range ? 'application/json' : name, media]),
    )
    return [
      [`${pointer}/content/${escapeKey(range)}`, `${range} names no media type: the response is application/json.`],
    ]
  })
}

function normaliseMediaType(name: string): string {
  return (name.split(';')[0] ?? '').trim().toLowerCase()
}

export function contentHoldersIn(document: Node) {
  const shared = ['requestBodies', 'responses'].flatMap((group) => {
    const entries = Object.entries(toNode(toNode(document.components)[group]))
    return entries.map(([name, value]) => [`/components/${group}/${escapeKey(name)}`, value] as const)
  })
  const operationHolders = getOperations(document).flatMap(({ operation, pointer }) => [
    [`${pointer}/requestBody`, operation.requestBody] as const,
    ...Object.entries(toNode(operation.responses)).map(([status, value]) => {
      return [`${pointer}/responses/${status}`, value] as const
    }),
  ])
  return [...shared, ...operationHolders].map(([pointer, value]) => {
    return { pointer, holder: resolveNode(document, value), isResponse: /\/responses\/[^/]+$/.test(pointer) }
  })
}
