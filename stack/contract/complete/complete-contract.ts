// Adds the common part to a contract, and finds the source locations of the result.

import { isSeq } from 'yaml'
import { getKeys, toPointer } from '../../core/contract/json-pointer.ts'
import { ContractModel } from '../model/contract.ts'
import { escapeKey, type Node, toList, toNode } from '../model/node.ts'
import type { Document } from '../model/openapi.ts'
import { holdersIn } from '../read/operations.ts'
import type { ReadContract } from '../read/read-contract.ts'
import { readYaml, type Yaml } from '../read/read-yaml.ts'
import { commonFile, commonTemplate } from './common.ts'
import { completeDocument } from './document.ts'
import { toStackDefaults } from './sent-headers.ts'

/** Adds the common part. @returns The complete contract, with the hand-written one. */
export function completeContract({ own, yaml, warnings }: ReadContract): ContractModel {
  normaliseHeaderNames(own)
  // The reader has checked its structure. What only a complete contract has is read from nothing else.
  const document = own as unknown as Document
  const written = new ContractModel(document, yaml.locate, { stackDefaults: toStackDefaults, warnings })
  const complete = completeDocument(written)
  return new ContractModel(complete, placesIn(yaml, toNode(complete)), { written })
}

/** Writes the names of response headers as the common part has them: HTTP ignores their case, and code does not. */
function normaliseHeaderNames(own: Node): void {
  const { headers, headerNames } = commonTemplate
  const names = Object.keys(headers).map((component) => headerNames[component] ?? component)
  const getCommon = new Map(names.map((name) => [name.toLowerCase(), name]))
  for (const { holder, isResponse } of holdersIn(own)) {
    const written = Object.entries(toNode(holder.headers))
    if (!isResponse || written.length === 0) continue
    holder.headers = Object.fromEntries(written.map(([name, one]) => [getCommon.get(name.toLowerCase()) ?? name, one]))
  }
}

/** @returns File and line of a JSON Pointer into the complete contract: in the written one, or in the common part. */
export function placesIn(own: Yaml, complete: Node): (pointer: string) => string {
  const common = readYaml(commonFile)
  return (pointer) => {
    const [top = '', group = '', name = '', list, index = '', ...rest] = getKeys(pointer)
    const isCommon = top === 'components' && !own.document.hasIn([top, group, name])
    if (isCommon) return common.locate(`/${group}/${escapeKey(name)}`)
    if (top !== 'paths' || list !== 'parameters' || index === '') return own.locate(pointer)
    const found = toNode(toList(toNode(toNode(toNode(complete.paths)[group])[name]).parameters)[Number(index)])
    const written = own.document.getIn([top, group, name, list])
    const parameters: unknown[] = isSeq(written) ? written.toJSON() : []
    const isSame = (one: unknown) => ['$ref', 'name', 'in'].every((key) => toNode(one)[key] === found[key])
    const position = parameters.findIndex(isSame)
    const keys = [top, group, name, list, ...(position === -1 ? [] : [String(position), ...rest])]
    return own.locate(toPointer(keys))
  }
}
