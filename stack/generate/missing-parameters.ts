// Parameters of a path that no operation describes.
import type { Node } from './complete/node.ts'
import { getOperations, toList } from './complete/operations.ts'

/**
 * Adds each one as a string.
 * @param own The hand-written contract, without references to path items; its operations are changed.
 * @param report Gets the JSON Pointer of an operation, and how its parameter is read.
 */
export function addMissingParameters(own: Node, report: (pointer: string, sentence: string) => void): void {
  for (const { path, pointer, operation, parameters } of getOperations(own)) {
    const known = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
    const names = new Set(Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name]) => name))
    for (const name of known) names.delete(String(name))
    if (names.size === 0) continue
    const added = [...names].map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
    operation.parameters = [...toList(operation.parameters), ...added]
    const all = [...names].map((name) => `{${name}}`).join(' and ')
    report(pointer, `No parameter describes ${all} of ${path}, so any text is valid there: add one with in: path.`)
  }
}
