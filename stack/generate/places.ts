// The places of the complete contract in the files that a person edits.

import { isSeq } from 'yaml'
import { commonFile } from './complete/common.ts'
import { escapeKey, getKeys, isNode, type Node, toList, toNode } from './complete/node.ts'
import { readYaml, type Yaml } from './read-yaml.ts'

/**
 * @param complete The complete contract: its operations have more parameters than those of the hand-written one.
 * @returns File and line of a JSON Pointer into the complete contract: in the hand-written one, or in the common part.
 */
export function placesIn(own: Yaml, complete: Node): (pointer: string) => string {
  const common = readYaml(commonFile)
  return (pointer) => {
    const [top = '', group = '', name = '', list, index = '', ...rest] = getKeys(pointer)
    const isCommon = top === 'components' && !own.document.hasIn([top, group, name])
    if (isCommon) return common.locate(`/${group}/${escapeKey(name)}`)
    if (top !== 'paths' || list !== 'parameters' || index === '') return own.locate(pointer)
    const found = toList(toNode(toNode(toNode(complete.paths)[group])[name]).parameters)[Number(index)]
    const written = own.document.getIn([top, group, name, list])
    const parameters: unknown[] = isSeq(written) ? written.toJSON() : []
    const position = parameters.findIndex((one) => isSameParameter(one, found))
    const keys = [top, group, name, list, ...(position === -1 ? [] : [String(position), ...rest])]
    return own.locate(keys.map((key) => `/${escapeKey(key)}`).join(''))
  }
}

function isSameParameter(one: unknown, other: unknown): boolean {
  return isNode(one) && isNode(other) && ['$ref', 'name', 'in'].every((key) => one[key] === other[key])
}
