// The one reader of openapi.yaml. It also checks its structure: the messages of the generators would be a page long.
import { isPair, isScalar, isSeq, visit } from 'yaml'
import { writeBooleansAsObjects } from './boolean-schemas.ts'
import type { Finding } from './checks/check.ts'
import { oncePerFile } from './checks/repeated.ts'
import { commonPartFor, pascalCase } from './complete/common.ts'
import { dataFields, maps, type Node, toNode } from './complete/node.ts'
import { getOperations } from './complete/operations.ts'
import { boundIntegers } from './complete/safe-integers.ts'
import { completeContract } from './complete-contract.ts'
import type { Contract } from './contract.ts'
import { readMappings } from './discriminator-mappings.ts'
import { readDiscriminators } from './discriminators.ts'
import { endlessReferences } from './endless-references.ts'
import { joined } from './files.ts'
import { inlineOtherParts, inlinePathItems, withoutForeignReferences } from './inline-references.ts'
import { escapeKey, valueAt } from './json-pointer.ts'
import { nameRanges, normaliseMediaTypes } from './media-type-names.ts'
import { nameSchemas } from './name-schemas.ts'
import {
  addMissingParameters,
  leaveBodies,
  leaveOwnMethods,
  nameOperations,
  normaliseHeaderNames,
  removeUnreadFields,
  withoutOverridden,
} from './read-operations.ts'
import { readYaml, referencesIn, type Yaml } from './read-yaml.ts'
import { removeRefusedDefaults } from './refused-defaults.ts'
import { structureErrors } from './structure.ts'
import { readNullable, upgraded, versionError } from './upgrade.ts'

/**
 * Reads a hand-written contract and completes it.
 * @param warn Gets a line about what is read in another way than it is written.
 * @throws {Error} if it is not valid YAML or not OpenAPI 3.0 or 3.1, a reference leads nowhere, two operations have one name, or a
 * field of this project is not as in contract.schema.json. The message has a line with the place of each mistake.
 */
export async function readContract(path: string, warn: (line: string) => void = () => undefined): Promise<Contract> {
  const file = await joined(readYaml(path), path)
  const given = readValue(file.document)
  const unread = versionError(given)
  if (unread !== undefined)
    throw new Error(`${file.locate('swagger' in Object(given) ? '/swagger' : '/openapi')} ${unread}`)
  const warner = (places: Yaml['locate']) => (pointer: string, sentence: string) =>
    warn(`${places(pointer)} warning: ${sentence}`)
  if (/^3\.1/.test(String(given?.openapi))) readNullable(given, warner(file.locate))
  const written = upgraded(given)
  const lost = [
    ...lostReferences(file, given),
    ...readMappings(written).map(([pointer, message]) => `${file.locate(pointer)} ${message}`),
  ]
  const endless = endlessReferences(written).map(([pointer, message]) => `${file.locate(pointer)} ${message}`)
  // The rest follows references.
  if (endless.length > 0) throw new Error([...lost, ...endless].join('\n'))
  inlinePathItems(written)
  inlineOtherParts(written)
  const yaml = { ...file, locate: originalPlaces(file.locate, nameSchemas(written)) }
  const { locate } = yaml
  const warnAt = warner(locate)
  const own = withoutOverridden(written)
  withoutForeignReferences(own)
  leaveOwnMethods(own, warnAt)
  addMissingParameters(own, warnAt)
  leaveBodies(own, warnAt)
  removeUnreadFields(own, warnAt)
  writeBooleansAsObjects(own)
  readDiscriminators(own, warnAt)
  normaliseHeaderNames(own)
  nameOperations(own)
  const errors = [
    ...lost,
    ...namesOfPrototype(yaml),
    ...structureErrors(own).map(([pointer, message]) => `${locate(pointer)} ${message}`),
    ...repeatedNames(own, locate),
    ...commonProblems(own, locate),
    ...normaliseMediaTypes(own).map(([pointer, message]) => `${locate(pointer)} ${message}`),
  ]
  if (errors.length > 0) throw new Error(errors.join('\n'))
  for (const [pointer, sentence] of nameRanges(own)) warn(`${locate(pointer)} warning: ${sentence}`)
  const exceeded = `this integer can exceed ±${Number.MAX_SAFE_INTEGER}. The complete contract has these bounds: state yours.`
  const integers: Finding[] = []
  boundIntegers(own, (pointer) => integers.push([pointer, exceeded]))
  for (const [pointer, sentence] of oncePerFile(integers, locate)) warnAt(pointer, sentence)
  removeRefusedDefaults(own, warnAt)
  return completeContract(own, yaml)
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

function lostReferences({ document, locate }: Yaml, contract: Node): string[] {
  return referencesIn(document).flatMap(({ target, path }) => {
    const names = namesIn(path)
    const sentence = isData(names)
      ? `this value cannot have the reference ${target}: write what it stands for`
      : `nothing found at ${target}: correct the reference, or add what it names`
    const isLost = isData(names) || valueAt(contract, target) === undefined
    return isLost ? [`${locate([...names, '$ref'].map((name) => `/${escapeKey(name)}`).join(''))} ${sentence}`] : []
  })
}

/** The keys and indices that lead to the last of these nodes. */
function namesIn(path: readonly unknown[]): string[] {
  return path.flatMap((one, index) => {
    if (isSeq(one)) return String(one.items.indexOf(path[index + 1]))
    return isPair(one) ? String(one.key) : []
  })
}

/** Whether a value is data: a schema can have a property that is called `example`. */
function isData(names: string[]): boolean {
  return names.some((name, index) => {
    const [map, parent] = [names[index - 2], names[index - 1] ?? '']
    return (name === 'value' && map === 'examples') || (dataFields.includes(name) && !maps.includes(parent))
  })
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
function commonProblems(own: Node, locate: Yaml['locate']): string[] {
  const { problems, responses, examples } = commonPartFor({})
  const names = Object.keys(problems).map((name) => pascalCase(name))
  const taken = new Set([...names, ...Object.keys(responses), ...Object.keys(examples)])
  return Object.keys(toNode(own['x-problems']))
    .filter((name) => taken.has(pascalCase(name)))
    .map((name) => {
      const place = locate(`/x-problems/${escapeKey(name)}`)
      return `${place} the common part has the problem ${name}: use another name`
    })
}

function repeatedNames(own: Node, locate: Yaml['locate']): string[] {
  const names = new Set()
  return getOperations(own).flatMap(({ pointer, operation: { operationId } }) => {
    const isRepeated = operationId !== undefined && names.has(operationId)
    names.add(operationId)
    return isRepeated ? [`${locate(`${pointer}/operationId`)} ${operationId} exists twice: use another name`] : []
  })
}
