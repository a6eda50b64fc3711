// Adds the base spec to a contract, and finds the source locations of the result.

import { isSeq } from 'yaml'
import { getKeys, toPointer } from '../../core/contract/json-pointer.ts'
import { ContractModel } from '../model/contract.ts'
import { escapeKey, type Node, toList, toNode } from '../model/node.ts'
import type { Document } from '../model/openapi.ts'
import { contentHoldersIn } from '../read/operations.ts'
import type { ReadContract } from '../read/read-contract.ts'
import { readYaml, type Yaml } from '../read/read-yaml.ts'
import { baseSpecFile, baseSpecTemplate } from './common.ts'
import { completeDocument } from './document.ts'
import { getStackDefaults } from './sent-headers.ts'

/** Adds the base spec. @returns The resolved spec, with the hand-written one. */
export function completeContract({ root, yaml, warnings }: ReadContract): ContractModel {
  normaliseHeaderNames(root)
  // The reader has checked its structure. Nothing reads fields from it that only a resolved spec has.
  const document = root as unknown as Document
  const source = new ContractModel(document, yaml.locate, { stackDefaults: getStackDefaults, warnings })
  const complete = completeDocument(source)
  return new ContractModel(complete, sourceLocations(yaml, toNode(complete)), { source })
}

/** Writes the names of response headers as the base spec has them: HTTP ignores their case, and code does not. */
function normaliseHeaderNames(root: Node): void {
  const { headers, headerNames } = baseSpecTemplate
  const names = Object.keys(headers).map((component) => headerNames[component] ?? component)
  const canonicalNames = new Map(names.map((name) => [name.toLowerCase(), name]))
  for (const { holder, isResponse } of contentHoldersIn(root)) {
    const headers = Object.entries(toNode(holder.headers))
    if (!isResponse || headers.length === 0) continue
    holder.headers = Object.fromEntries(
      headers.map(([name, header]) => [canonicalNames.get(name.toLowerCase()) ?? name, header]),
    )
  }
}

/** @returns A function that locates a JSON Pointer into the resolved spec: in the contract, or in the base spec. */
export function sourceLocations(sourceYaml: Yaml, complete: Node): (pointer: string) => string {
  const common = readYaml(baseSpecFile)
  return (pointer) => {
    const [top = '', group = '', name = '', list, index = '', ...rest] = getKeys(pointer)
    const isCommon = top === 'components' && !sourceYaml.document.hasIn([top, group, name])
    if (isCommon) return common.locate(`/${group}/${escapeKey(name)}`)
    if (top !== 'paths' || list !== 'parameters' || index === '') return sourceYaml.locate(pointer)
    const parameter = toNode(toList(toNode(toNode(toNode(complete.paths)[group])[name]).parameters)[Number(index)])
    const sourceList = sourceYaml.document.getIn([top, group, name, list])
    const parameters: unknown[] = isSeq(sourceList) ? sourceList.toJSON() : []
    const isParameter = (candidate: unknown) =>
      ['$ref', 'name', 'in'].every((key) => toNode(candidate)[key] === parameter[key])
    const parameterIndex = parameters.findIndex(isParameter)
    const keys = [top, group, name, list, ...(parameterIndex === -1 ? [] : [String(parameterIndex), ...rest])]
    return sourceYaml.locate(toPointer(keys))
  }
}
