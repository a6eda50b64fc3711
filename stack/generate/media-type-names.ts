// The names of media types in a hand-written contract, as HTTP compares them: in lower case, without parameters (RFC 9110, 8.3.1).

import { bodyKind } from '../core/contract/media-types.ts'
import type { Finding } from './checks/check.ts'
import { type Node, resolved, toNode } from './complete/node.ts'
import { getOperations } from './complete/operations.ts'
import { escapeKey } from './json-pointer.ts'

/**
 * @param own The hand-written contract; the names in it are changed.
 * @returns A JSON Pointer and a message for each name that exists twice then.
 */
export function normaliseMediaTypes(own: Node): Finding[] {
  return holdersIn(own).flatMap(({ holder, pointer }): Finding[] => {
    const written = Object.entries(toNode(holder.content))
    if (written.length === 0) return []
    const names = written.map(([name]) => normalised(name))
    holder.content = Object.fromEntries(written.map(([, media], index) => [names[index], media]))
    const repeated = written.filter((_, index) => names.indexOf(names[index] ?? '') !== index)
    return repeated.map(([name]) => [
      `${pointer}/content/${escapeKey(name)}`,
      `${normalised(name)} exists twice: write it once`,
    ])
  })
}

/** Ranges with any media type of JSON. */
const ranges = ['*/*', 'application/*']

/**
 * A response that could have any media type is JSON, unless it has a schema of bytes or none: some generators write so for each
 * response. @param own The hand-written contract; it is changed.
 * @returns A JSON Pointer and a sentence for each range that is replaced.
 */
export function nameRanges(own: Node): Finding[] {
  return holdersIn(own).flatMap(({ holder, pointer, isResponse }): Finding[] => {
    const content = toNode(holder.content)
    const range = ranges.find((name) => name in content)
    if (!isResponse || range === undefined || Object.keys(content).some((name) => bodyKind(name) === 'json')) return []
    const schema = toNode(toNode(content[range]).schema)
    const { format, contentMediaType } = resolved(own, schema)
    if (Object.keys(schema).length === 0 || format === 'binary' || contentMediaType !== undefined) return []
    holder.content = Object.fromEntries(
      Object.entries(content).map(([name, media]) => [name === range ? 'application/json' : name, media]),
    )
    return [
      [`${pointer}/content/${escapeKey(range)}`, `${range} names no media type: the response is application/json.`],
    ]
  })
}

function normalised(name: string): string {
  return (name.split(';')[0] ?? '').trim().toLowerCase()
}

/** The bodies of requests and responses. */
function holdersIn(own: Node): { holder: Node; pointer: string; isResponse: boolean }[] {
  const components = toNode(own.components)
  const shared = ['requestBodies', 'responses'].flatMap((group) => {
    return Object.entries(toNode(components[group])).map(([name, value]) => {
      const pointer = `/components/${group}/${escapeKey(name)}`
      return { holder: resolved(own, value), pointer, isResponse: group === 'responses' }
    })
  })
  const ofOperations = getOperations(own).flatMap(({ operation, pointer }) => [
    { holder: resolved(own, operation.requestBody), pointer: `${pointer}/requestBody`, isResponse: false },
    ...Object.entries(toNode(operation.responses)).map(([status, value]) => {
      return { holder: resolved(own, value), pointer: `${pointer}/responses/${status}`, isResponse: true }
    }),
  ])
  return [...shared, ...ofOperations]
}
