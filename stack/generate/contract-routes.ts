// The routes of a contract: its paths as segments, in the order in which the service tries to match them.

import type { OperationModel } from '../contract/model/contract.ts'
import { omitNames } from '../contract/model/paths.ts'
import type { Segment } from '../core/contract/contract.ts'

/** Returns the routes, with the path of the server. Paths that differ only in the names of parameters share one. */
export function getRoutes(operations: readonly OperationModel[]) {
  const paths = operations.flatMap((operation) =>
    operation.bases.map((base) => ({ path: base + operation.path, operation })),
  )
  const routes = [...Map.groupBy(paths, ({ path }) => omitNames(path)).values()].map((all) => {
    const pathOperations = all.map(({ operation }) => operation)
    const patch = pathOperations.find(({ method }) => method === 'patch')
    // A PATCH may have no request body.
    const acceptPatch = Object.keys(patch?.requestBody?.content ?? {}).join(', ')
    return {
      segments: toSegments(all[0]?.path ?? ''),
      operations: Object.fromEntries(pathOperations.map(({ id, method }) => [method.toUpperCase(), id])),
      ...allMethods(pathOperations),
      ...(acceptPatch && { acceptPatch }),
    }
  })
  return routes.sort((first, second) => compareSegments(first.segments, second.segments))
}

export function allMethods(operations: readonly OperationModel[]) {
  const all = new Set([...operations.map(({ method }) => method.toUpperCase()), 'OPTIONS'])
  if (all.has('GET')) all.add('HEAD')
  return { allow: [...all].sort().join(', ') }
}

export function toSegments(path: string): Segment[] {
  return path.split('/').map((text) => {
    // The name of a parameter is in braces.
    const parts = text.split(/\{([^{}]+)\}/)
    const [start = '', parameter] = parts
    if (parameter === undefined) return { text: start }
    if (parts.length === 3 && parts.join('') === parameter) return { parameter }
    const [texts, parameters] = [0, 1].map((rest) => parts.filter((_, index) => index % 2 === rest))
    return { mixed: { texts: texts ?? [], parameters: parameters ?? [] } }
  })
}

/**
 * Sorts paths in the order in which they are tried: the first segment with a different looseness decides. No request
 * matches paths with different numbers of segments.
 */
export function compareSegments(first: Segment[], second: Segment[]): number {
  if (first.length !== second.length) return first.length - second.length
  for (const [index, segment] of first.entries()) {
    const difference = looseness(segment) - looseness(second[index])
    if (difference !== 0) return difference
  }
  return 0
}

/** Literal segments precede parameters (OpenAPI 3.1, Paths Object). Mixed segments are between them, the longest first. */
function looseness(segment: Segment | undefined): number {
  if (segment?.mixed !== undefined) return 1 / (1 + segment.mixed.texts.join('').length)
  return segment?.parameter === undefined ? 0 : 2
}
