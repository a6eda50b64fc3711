// Operations without an operationId, which OpenAPI allows.
import type { Node } from './complete/node.ts'
import { getOperations } from './complete/operations.ts'

/** Names each of them by its method and path: `GET /boats/{boatId}/logs` is `getBoatsBoatIdLogs`. */
export function nameOperations(own: Node): void {
  for (const { method, path, operation } of getOperations(own)) operation.operationId ??= method + capitalWords(path)
}

/** The words of a text, each with a capital letter: a part of an identifier. */
export function capitalWords(text: string): string {
  const words = text.match(/[A-Za-z\d]+/g) ?? []
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
