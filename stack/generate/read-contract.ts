// The one reader of openapi.yaml. It also checks its structure: the messages of the generators would be a page long.
import { isScalar, visit } from 'yaml'
import { commonPartFor, pascalCase } from './complete/common.ts'
import { type Node, nodeOf } from './complete/node.ts'
import { operationsOf } from './complete/operations.ts'
import { withoutOverridden } from './complete/overridden-parameters.ts'
import { boundIntegers } from './complete/safe-integers.ts'
import { completeContract } from './complete-contract.ts'
import type { Contract } from './contract.ts'
import { leaveBodies } from './empty-responses.ts'
import { joined } from './files.ts'
import { inlinePathItems, withoutForeignReferences } from './inline-references.ts'
import { escapeKey, keysOf } from './json-pointer.ts'
import { normaliseMediaTypes } from './media-type-names.ts'
import { addMissingParameters } from './missing-parameters.ts'
import { readNullable } from './nullable.ts'
import { nameOperations } from './operation-names.ts'
import { leaveOwnMethods } from './own-methods.ts'
import { readYaml, type Yaml } from './read-yaml.ts'
import { structureErrors } from './structure.ts'
import { upgraded } from './upgrade.ts'

/**
 * Reads a hand-written contract and completes it.
 * @param warn Gets a line about what is read in another way than it is written.
 * @throws {Error} if it is not valid YAML or not OpenAPI 3.0 or 3.1, a reference leads nowhere, two operations have one name, or a
 * field of this project is not as in contract.schema.json. The message has a line with the place of each mistake.
 */
export async function readContract(path: string, warn: (line: string) => void = () => undefined): Promise<Contract> {
  const yaml = await joined(readYaml(path), path)
  const { document, placeOf } = yaml
  const written = document.toJS()
  const warnAt = (pointer: string, sentence: string) => warn(`${placeOf(pointer)} warning: ${sentence}`)
  if (/^3\.1/.test(String(written?.openapi))) readNullable(written, warnAt)
  const own = withoutOverridden(upgraded(written))
  inlinePathItems(own)
  withoutForeignReferences(own)
  leaveOwnMethods(own.paths, warnAt)
  addMissingParameters(own, warnAt)
  leaveBodies(own, warnAt)
  nameOperations(own)
  const errors = [
    ...lostReferences(yaml),
    ...namesOfPrototype(yaml),
    ...structureErrors(own).map(([pointer, message]) => `${placeOf(pointer)} ${message}`),
    ...repeatedNames(own, placeOf),
    ...commonProblems(own, placeOf),
    ...normaliseMediaTypes(own).map(([pointer, message]) => `${placeOf(pointer)} ${message}`),
  ]
  if (errors.length > 0) throw new Error(errors.join('\n'))
  const exceeded = `this integer can exceed ±${Number.MAX_SAFE_INTEGER}. The complete contract has these bounds: state yours.`
  boundIntegers(own, (pointer) => warnAt(pointer, exceeded))
  return completeContract(own, yaml)
}

function lostReferences({ document, placeAt }: Yaml): string[] {
  const lost: string[] = []
  visit(document, {
    Pair(_, { key, value }) {
      // Other tools read them.
      if (isScalar(key) && String(key.value).startsWith('x-')) return visit.SKIP
      if (!isScalar(key) || key.value !== '$ref' || !isScalar(value) || typeof value.value !== 'string')
        return undefined
      if (!document.hasIn(keysOf(value.value)))
        lost.push(`${placeAt(value.range?.[0] ?? 0)} nothing found at ${value.value}`)
      return undefined
    },
  })
  return lost
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
function commonProblems(own: Node, placeOf: Yaml['placeOf']): string[] {
  const { problems, responses, examples } = commonPartFor({})
  const names = Object.keys(problems).map((name) => pascalCase(name))
  const taken = new Set([...names, ...Object.keys(responses), ...Object.keys(examples)])
  return Object.keys(nodeOf(own['x-problems']))
    .filter((name) => taken.has(pascalCase(name)))
    .map((name) => {
      const place = placeOf(`/x-problems/${escapeKey(name)}`)
      return `${place} the common part has the problem ${name}: use another name`
    })
}

function repeatedNames(own: Node, placeOf: Yaml['placeOf']): string[] {
  const names = new Set()
  return operationsOf(own).flatMap(({ pointer, operation: { operationId } }) => {
    const isRepeated = operationId !== undefined && names.has(operationId)
    names.add(operationId)
    return isRepeated ? [`${placeOf(`${pointer}/operationId`)} ${operationId} exists twice`] : []
  })
}
