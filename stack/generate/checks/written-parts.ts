// The parts of a hand-written contract that checks read, with their places in it.

import { escapeKey, nodesIn, resolved, toNode } from '../complete/node.ts'
import { getOperations, type Place } from '../complete/operations.ts'
import type { Written } from '../contract.ts'

/** The objects of paths and components that can be schemas. */
export function writtenNodes({ own }: Written) {
  return nodesIn(own)
}

/** The parameters of a path, of an operation, or of both. */
export function parametersIn({ own }: Written) {
  return getOperations(own).flatMap((place) =>
    place.parameters.map((parameter) => {
      const { name, in: group, schema, pointer } = parameter
      return { name: String(name), group: String(group), parameter, schema: resolved(own, schema), pointer, place }
    }),
  )
}

/** The responses of operations, and the components that replace a part of a common response. */
export function responsesIn({ own, common }: Written) {
  const ofOperations = getOperations(own).flatMap((place) =>
    Object.entries(toNode(place.operation.responses)).map(([status, value]) => {
      const { $ref } = toNode(value)
      const pointer = typeof $ref === 'string' ? $ref.slice(1) : `${place.pointer}/responses/${status}`
      return { status, pointer, response: resolved(own, value) }
    }),
  )
  const components = Object.entries(toNode(toNode(own.components).responses)).flatMap(([name, value]) => {
    const { [name]: replaced } = common.responses
    return replaced
      ? [{ status: String(replaced.status), pointer: `/components/responses/${name}`, response: toNode(value) }]
      : []
  })
  return [...ofOperations, ...components]
}

export function bodiesIn({ own }: Written) {
  return getOperations(own).flatMap(({ operation, ...place }) => {
    if (!('requestBody' in operation)) return []
    const pointer = `${place.pointer}/requestBody`
    const media = Object.entries(toNode(resolved(own, operation.requestBody).content)).map(([name, value]) => {
      const { schema, encoding } = toNode(value)
      return {
        name,
        pointer: `${pointer}/content/${escapeKey(name)}`,
        schema: resolved(own, schema),
        hasSchema: schema !== undefined,
        encoding: toNode(encoding),
      }
    })
    return [{ pointer, media }]
  })
}

export function isPage({ operation }: Pick<Place, 'operation'>): boolean {
  return operation['x-paging'] === true
}
