// The names of media types in a hand-written contract, as HTTP compares them: in lower case, without parameters (RFC 9110, 8.3.1).

import { type Node, nodeOf, resolved } from './complete/node.ts'
import { operationsOf } from './complete/operations.ts'
import { escapeKey } from './json-pointer.ts'

/**
 * @param own The hand-written contract; the names in it are changed.
 * @returns A JSON Pointer and a message for each name that exists twice then.
 */
export function normaliseMediaTypes(own: Node): [pointer: string, message: string][] {
  return holdersIn(own).flatMap(({ holder, pointer }): [string, string][] => {
    const written = Object.entries(nodeOf(holder.content))
    if (written.length === 0) return []
    const names = written.map(([name]) => normalised(name))
    holder.content = Object.fromEntries(written.map(([, media], index) => [names[index], media]))
    const repeated = written.filter((_, index) => names.indexOf(names[index] ?? '') !== index)
    return repeated.map(([name]) => [`${pointer}/content/${escapeKey(name)}`, `${normalised(name)} exists twice`])
  })
}

function normalised(name: string): string {
  return (name.split(';')[0] ?? '').trim().toLowerCase()
}

/** The bodies of requests and responses. */
function holdersIn(own: Node): { holder: Node; pointer: string }[] {
  const components = nodeOf(own.components)
  const shared = ['requestBodies', 'responses'].flatMap((group) => {
    return Object.entries(nodeOf(components[group])).map(([name, value]) => {
      return { holder: resolved(own, value), pointer: `/components/${group}/${escapeKey(name)}` }
    })
  })
  const ofOperations = operationsOf(own).flatMap(({ operation, pointer }) => [
    { holder: resolved(own, operation.requestBody), pointer: `${pointer}/requestBody` },
    ...Object.entries(nodeOf(operation.responses)).map(([status, value]) => {
      return { holder: resolved(own, value), pointer: `${pointer}/responses/${status}` }
    }),
  ])
  return [...shared, ...ofOperations]
}
