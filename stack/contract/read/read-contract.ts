// Reads openapi.yaml, and checks its structure: without that, the messages of the generators would be a page long.

import { isScalar, visit } from 'yaml'
import { type Finding, toLines, toWarnings, type Warning } from '../finding.ts'
import { type Node, toNode } from '../model/node.ts'
import { getOperations } from '../model/operations.ts'
import { readDiscriminators } from './discriminators.ts'
import { bundle } from './files.ts'
import {
  addMissingParameters,
  ignoredHeaders,
  inlinePathParameters,
  nameOperations,
  normaliseMediaTypes,
  removeBodies,
  removeBuiltInMethods,
  removeUnreadFields,
  resolveMediaRanges,
} from './operations.ts'
import { readYaml, type Yaml } from './read-yaml.ts'
import {
  circularReferences,
  danglingReferences,
  inlineParts,
  nameSchemas,
  readMappings,
  removeForeignReferences,
} from './references.ts'
import { boundIntegers, normalisePatterns, removeRefusedDefaults, writeBooleansAsObjects } from './schemas.ts'
import { structureErrors } from './structure.ts'
import { replaceNullable, upgrade, versionError } from './upgrade.ts'

/** A hand-written contract as OpenAPI 3.1, in the form that the other phases read, and its source locations. */
export interface ReadContract {
  root: Node
  yaml: Yaml
  /** Warnings about parts that are changed or ignored. */
  warnings: Warning[]
}

/** @throws {Error} with the file and line of each mistake if it is not a valid contract of OpenAPI 3.0 or 3.1. */
export async function readContract(path: string): Promise<ReadContract> {
  const file = await bundle(readYaml(path), path)
  const parsed = readValue(file.document)
  const versionMessage = versionError(parsed)
  if (versionMessage !== undefined)
    throw new Error(`${file.locate('swagger' in Object(parsed) ? '/swagger' : '/openapi')} ${versionMessage}`)
  const warnings: Warning[] = []
  const report = (findings: Iterable<Finding>, locate = file.locate) => warnings.push(...toWarnings(locate, findings))
  if (/^3\.1/.test(String(parsed?.openapi))) report(replaceNullable(parsed))
  const document = upgrade(parsed)
  const dangling = toLines(file.locate, [...danglingReferences(file.document, parsed), ...readMappings(document)])
  const circular = toLines(file.locate, circularReferences(document))
  // The functions below follow references.
  if (circular.length > 0) throw new Error([...dangling, ...circular].join('\n'))
  inlineParts(document)
  const yaml = { ...file, locate: originalLocations(file.locate, nameSchemas(document)) }
  const { locate } = yaml
  inlinePathParameters(document)
  removeForeignReferences(document)
  for (const read of [removeBuiltInMethods, addMissingParameters, ignoredHeaders, removeBodies, removeUnreadFields])
    report(read(document), locate)
  writeBooleansAsObjects(document)
  report(readDiscriminators(document), locate)
  nameOperations(document)
  const errors = [
    ...dangling,
    ...reservedNames(yaml),
    ...[structureErrors, repeatedNames, normaliseMediaTypes, normalisePatterns].flatMap((find) =>
      toLines(locate, find(document)),
    ),
  ]
  if (errors.length > 0) throw new Error(errors.join('\n'))
  document.paths ??= {}
  document.components ??= {}
  for (const read of [resolveMediaRanges, boundIntegers, removeRefusedDefaults]) report(read(document), locate)
  return { root: document, yaml, warnings }
}

/** Returns a mutable value of a document, without aliases. A version such as 1.0 stays a string. */
function readValue(document: Yaml['document']): Node {
  const value: Node = JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: -1 })) ?? 'null')
  const version = document.getIn(['info', 'version'], true)
  if (isScalar(version) && typeof version.value === 'number') toNode(value.info).version = version.source
  return value
}

/** @param moved JSON Pointers of new components, and of the part that each was made from. */
function originalLocations(locate: Yaml['locate'], moved: Map<string, string>): Yaml['locate'] {
  return (pointer, changed) => {
    const move = [...moved].find(([start]) => pointer === start || pointer.startsWith(`${start}/`))
    return locate(move ? move[1] + pointer.slice(move[0].length) : pointer, changed)
  }
}

/** Finds names that every JavaScript object inherits: generated code and validators look them up in objects. */
function reservedNames({ document, locateAt }: Yaml): string[] {
  const matches: string[] = []
  const check = (node: unknown) => {
    if (isScalar(node) && typeof node.value === 'string' && node.value in Object.prototype)
      matches.push(
        `${locateAt(node.range?.[0] ?? 0)} ${node.value} is a property of Object.prototype: use another name`,
      )
  }
  visit(document, {
    Pair(_, { key, value }) {
      check(key)
      if (isScalar(key) && key.value === 'operationId') check(value)
    },
    // The name of a parameter.
    Map(_, map) {
      if (map.has('in')) check(map.get('name', true))
    },
  })
  return matches
}

function repeatedNames(document: Node): Finding[] {
  const names = new Set()
  return getOperations(document).flatMap(({ pointer, operation: { operationId } }): Finding[] => {
    const isRepeated = operationId !== undefined && names.has(operationId)
    names.add(operationId)
    return isRepeated ? [[`${pointer}/operationId`, `${operationId} exists twice: use another name`]] : []
  })
}
