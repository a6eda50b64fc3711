// Operations without an operationId, which OpenAPI allows.
import type { Node } from './complete/node.ts'
import { operationsOf } from './complete/operations.ts'

/** Names each of them by its method and path: `GET /boats/{boatId}/logs` is `getBoatsBoatIdLogs`. */
export function nameOperations(own: Node): void {
  for (const { method, path, operation } of operationsOf(own)) operation.operationId ??= method + joined(path)
}

/** The words of a path, each with a capital letter. */
function joined(path: string): string {
  const words = path.match(/[A-Za-z\d]+/g) ?? []
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
