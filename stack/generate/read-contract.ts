// The one reader of openapi.yaml. It also checks its structure: the messages of the generators would be a page long.

import { isScalar, isSeq, visit } from 'yaml'
import { type Finding, toLines, toWarnings, type Warning } from './checks/check.ts'
import { commonFile, commonPartFor, pascalCase } from './complete/common.ts'
import { completeDocument } from './complete/document.ts'
import { escapeKey, getKeys, type Node, toList, toNode, toPointer } from './complete/node.ts'
import { type ContractKinds, getOperations } from './complete/operations.ts'
import { Contract } from './contract.ts'
import { readDiscriminators } from './discriminators.ts'
import { joined } from './files.ts'
import { findCollections } from './find-collections.ts'
import { readList } from './list-parameters.ts'
import {
  addInherited,
  addMissingParameters,
  leaveBodies,
  leaveOwnMethods,
  nameOperations,
  nameRanges,
  normaliseHeaderNames,
  normaliseMediaTypes,
  removeUnreadFields,
} from './read-operations.ts'
import { boundIntegers, readPatterns, removeRefusedDefaults, writeBooleansAsObjects } from './read-schemas.ts'
import { readYaml, type Yaml } from './read-yaml.ts'
import {
  endlessReferences,
  inlineParts,
  lostReferences,
  nameSchemas,
  readMappings,
  withoutForeignReferences,
} from './references.ts'
import { deriveResources } from './resources.ts'
import { structureErrors } from './structure.ts'
import { readNullable, upgraded, versionError } from './upgrade.ts'

/**
 * Reads a hand-written contract and completes it.
 * @throws {Error} with the place of each mistake if it is not a valid contract of OpenAPI 3.0 or 3.1.
 */
export async function readContract(path: string): Promise<Contract> {
  const file = await joined(readYaml(path), path)
  const given = readValue(file.document)
  const unread = versionError(given)
  if (unread !== undefined)
    throw new Error(`${file.locate('swagger' in Object(given) ? '/swagger' : '/openapi')} ${unread}`)
  const warnings: Warning[] = []
  const report = (all: Iterable<Finding>, places = file.locate) => warnings.push(...toWarnings(places, all))
  if (/^3\.1/.test(String(given?.openapi))) report(readNullable(given))
  const own = upgraded(given)
  const lost = toLines(file.locate, [...lostReferences(file.document, given), ...readMappings(own)])
  const endless = toLines(file.locate, endlessReferences(own))
  // The rest follows references.
  if (endless.length > 0) throw new Error([...lost, ...endless].join('\n'))
  inlineParts(own)
  const yaml = { ...file, locate: originalPlaces(file.locate, nameSchemas(own)) }
  const { locate } = yaml
  addInherited(own)
  withoutForeignReferences(own)
  report(leaveOwnMethods(own), locate)
  report(addMissingParameters(own), locate)
  report(leaveBodies(own), locate)
  report(removeUnreadFields(own), locate)
  writeBooleansAsObjects(own)
  report(readDiscriminators(own), locate)
  normaliseHeaderNames(own)
  nameOperations(own)
  const errors = [
    ...lost,
    ...namesOfPrototype(yaml),
    ...[structureErrors, repeatedNames, commonProblems, normaliseMediaTypes, readPatterns].flatMap((find) =>
      toLines(locate, find(own)),
    ),
  ]
  if (errors.length > 0) throw new Error(errors.join('\n'))
  report(nameRanges(own), locate)
  report(boundIntegers(own), locate)
  report(removeRefusedDefaults(own), locate)
  return completeContract(own, yaml, warnings)
}

/** Without aliases: each part can be changed. A version such as 1.0 is what was written. */
function readValue(document: Yaml['document']): Node {
  const value: Node = JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: -1 })) ?? 'null')
  const version = document.getIn(['info', 'version'], true)
  if (isScalar(version) && typeof version.value === 'number') toNode(value.info).version = version.source
  return value
}

/** @param moved JSON Pointers of new parts, and where each was written. */
function originalPlaces(locate: Yaml['locate'], moved: Map<string, string>): Yaml['locate'] {
  return (pointer, changed) => {
    const found = [...moved].find(([start]) => pointer === start || pointer.startsWith(`${start}/`))
    return locate(found ? found[1] + pointer.slice(found[0].length) : pointer, changed)
  }
}

/** Generated code and validators look for them in objects, and each object has them. */
function namesOfPrototype({ document, placeAt }: Yaml): string[] {
  const found: string[] = []
  const check = (node: unknown) => {
    if (isScalar(node) && typeof node.value === 'string' && node.value in Object.prototype)
      found.push(`${placeAt(node.range?.[0] ?? 0)} each object of JavaScript has ${node.value}: use another name`)
  }
  visit(document, {
    Pair(_, { key, value }) {
      check(key)
      if (isScalar(key) && key.value === 'operationId') check(value)
    },
    // A parameter.
    Map(_, map) {
      if (map.has('in')) check(map.get('name', true))
    },
  })
  return found
}

/** Each problem of the common part depends on these parts. */
function commonProblems(own: Node): Finding[] {
  const { problems, responses } = commonPartFor({})
  const examples = Object.values(problems).flatMap((one) => Object.keys(one.examples))
  const names = Object.keys(problems).map((name) => pascalCase(name))
  const taken = new Set([...names, ...Object.keys(responses), ...examples])
  const found = Object.keys(toNode(own['x-problems'])).filter((name) => taken.has(pascalCase(name)))
  return found.map((name) => {
    return [`/x-problems/${escapeKey(name)}`, `the common part has the problem ${name}: use another name`]
  })
}

function repeatedNames(own: Node): Finding[] {
  const names = new Set()
  return getOperations(own).flatMap(({ pointer, operation: { operationId } }): Finding[] => {
    const isRepeated = operationId !== undefined && names.has(operationId)
    names.add(operationId)
    return isRepeated ? [[`${pointer}/operationId`, `${operationId} exists twice: use another name`]] : []
  })
}

/** Completed twice: the complete contract shows which operations need a handler, and which orders lists have. */
function completeContract(own: Node, yaml: Yaml, warnings: Warning[]): Contract {
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
