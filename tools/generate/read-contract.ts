// The one reader of openapi.yaml. It also checks what the generators rely on: their own messages would be a page long.
import { isScalar, visit } from 'yaml'
import { commonFile } from './complete/common.ts'
import { completeDocument } from './complete/document.ts'
import { operationsOf } from './complete/operations.ts'
import { Contract } from './contract.ts'
import { structureError, unknownFields } from './contract-schema.ts'
import { escapeKey, keysOf } from './json-pointer.ts'
import { readYaml, type Yaml } from './read-yaml.ts'

/**
 * Reads a hand-written contract and completes it.
 * @param warn Gets a line about each `x-` field of an operation that this project does not know.
 * @throws {Error} if it is not valid YAML or not OpenAPI 3.1, a reference leads nowhere, two operations have one name, or a
 * field of this project is not as in contract.schema.json. The message is one line with the place.
 */
export async function readContract(path: string, warn: (line: string) => void = () => undefined): Promise<Contract> {
  const yaml = readYaml(path)
  const { document, fail, placeOf } = yaml
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== '$ref' || !isScalar(value) || typeof value.value !== 'string') return
      if (!document.hasIn(keysOf(value.value))) fail(value.range?.[0] ?? 0, `nothing found at ${value.value}`)
    },
  })
  const own = document.toJS()
  const error = structureError(own) ?? repeatedName(own)
  if (error !== undefined) throw new Error(`${placeOf(error.pointer)} ${error.message}`)
  for (const pointer of unknownFields(own)) {
    warn(`${placeOf(pointer)} warning: ${keysOf(pointer).at(-1)} is not a field of this project. It adds nothing.`)
  }
  // Only the generators rely on more, and they check it.
  return new Contract(completeDocument(own) as object as Contract['document'], placesIn(yaml))
}

function repeatedName(own: Parameters<typeof operationsOf>[0]) {
  const names = new Set()
  for (const { pointer, operation } of operationsOf(own)) {
    const { operationId } = operation
    if (names.has(operationId)) return { pointer: `${pointer}/operationId`, message: `${operationId} exists twice` }
    names.add(operationId)
  }
  return undefined
}

/** @returns File and line of a JSON Pointer into the complete contract: in the hand-written one, or in the common part. */
export function placesIn(own: Yaml): (pointer: string) => string {
  const common = readYaml(commonFile)
  return (pointer) => {
    const [top, group = '', name = ''] = keysOf(pointer)
    const isCommon = top === 'components' && !own.document.hasIn([top, group, name])
    if (isCommon) return common.placeOf(`/${group}/${escapeKey(name)}`)
    // The complete contract has more parameters, so their numbers differ.
    return own.placeOf(pointer.replace(/(\/parameters)\/\d+.*$/, '$1'))
  }
}
