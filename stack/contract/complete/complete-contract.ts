// Adds the common part to a contract, and finds the source locations of the result.

import { isSeq } from 'yaml'
import { getKeys, toPointer } from '../../core/contract/json-pointer.ts'
import { findCollections } from '../model/collections.ts'
import { Contract } from '../model/contract.ts'
import { readList } from '../model/list-parameters.ts'
import { escapeKey, type Node, toList, toNode } from '../model/node.ts'
import type { ContractKinds } from '../model/operations.ts'
import { deriveResources } from '../model/resources.ts'
import { holdersIn } from '../read/operations.ts'
import type { ReadContract } from '../read/read-contract.ts'
import { readYaml, type Yaml } from '../read/read-yaml.ts'
import { commonFile, commonPartFor } from './common.ts'
import { completeDocument } from './document.ts'

/** Completed twice: the complete contract shows which operations need a handler, and which orders lists have. */
export function completeContract({ own, yaml, warnings }: ReadContract): Contract {
  normaliseHeaderNames(own)
  const written = { own, common: commonPartFor(own), locate: yaml.locate, warnings }
  const complete = (ofContract?: ContractKinds) => {
    const document = completeDocument(own, ofContract)
    return new Contract(document, placesIn(yaml, toNode(document)), written)
  }
  const contract = complete()
  const standard = standardIn(contract)
  const lists = findCollections(contract).flatMap(({ item, methods: { list } }) => {
    return Object.values(readList(contract, list, item).orders).map(({ optional }) => ({ id: list?.id, optional }))
  })
  return complete({
    isStandard: (id) => standard.has(id),
    needsHandler: (id) => !standard.has(id),
    orders: (id) => lists.some((one) => one.id === id),
    hasOptionalOrder: (id) => lists.some((one) => one.id === id && one.optional),
  })
}

/** Writes the names of response headers as the common part has them: HTTP ignores their case, and code does not. */
function normaliseHeaderNames(own: Node): void {
  const { headers, headerNames } = commonPartFor({})
  const names = Object.keys(headers).map((component) => headerNames[component] ?? component)
  const getCommon = new Map(names.map((name) => [name.toLowerCase(), name]))
  for (const { holder, isResponse } of holdersIn(own)) {
    const written = Object.entries(toNode(holder.headers))
    if (!isResponse || written.length === 0) continue
    holder.headers = Object.fromEntries(written.map(([name, one]) => [getCommon.get(name.toLowerCase()) ?? name, one]))
  }
}

/** The standard methods, and the lists that need an adapter only for older forms of parameters. */
function standardIn(contract: Contract): Set<unknown> {
  const { standard, adapted } = deriveResources(contract)
  const isOlder = ({ id, parameters }: Contract['operations'][number]) =>
    id in adapted && parameters.every(({ name, deprecated }) => deprecated || !adapted[id]?.includes(name))
  return new Set([...standard, ...contract.operations.filter(isOlder)].map(({ id }) => id))
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
