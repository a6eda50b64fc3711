// The one reader of openapi.yaml. It also checks what the generators rely on: their own messages would be a page long.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { isScalar, visit } from 'yaml'
import { commonFile } from './complete/common.ts'
import { operationsOf } from './complete/operations.ts'
import { boundIntegers } from './complete/safe-integers.ts'
import { completeContract } from './complete-contract.ts'
import type { Contract } from './contract.ts'
import { escapeKey, keysOf } from './json-pointer.ts'
import { readYaml, type Yaml } from './read-yaml.ts'

/** Only the structure: the lint checks schemas, and more. */
const openapi = createRequire(import.meta.url).resolve(
  'express-openapi-validator/dist/framework/openapi.v3_1.modified.schema.json',
)
const schema = JSON.parse(readFileSync(new URL('contract.schema.json', import.meta.url), 'utf8'))
const knownFields = Object.keys(schema.$defs.operation.properties)

/**
 * Reads a hand-written contract and completes it.
 * @param warn Gets a line about each `x-` field of an operation that this project does not know, and each integer that is too
 * large for JSON.
 * @throws {Error} if it is not valid YAML or not OpenAPI 3.1, a reference leads nowhere, two operations have one name, or a
 * field of this project is not as in contract.schema.json. The message is one line with the place.
 */
export async function readContract(path: string, warn: (line: string) => void = () => undefined): Promise<Contract> {
  const yaml = readYaml(path)
  const { document, fail, placeOf } = yaml
  visit(document, {
    Pair(_, { key, value }) {
      if (isScalar(key) && key.value === '__proto__') fail(key.range?.[0] ?? 0, 'JavaScript has no property __proto__')
      if (!isScalar(key) || key.value !== '$ref' || !isScalar(value) || typeof value.value !== 'string') return
      if (!document.hasIn(keysOf(value.value))) fail(value.range?.[0] ?? 0, `nothing found at ${value.value}`)
    },
  })
  const own = document.toJS()
  const error = structureError(own)
  if (error !== undefined) throw new Error(`${placeOf(error.pointer)} ${error.message}`)
  const names = new Set()
  for (const { pointer, operation } of operationsOf(own)) {
    const { operationId } = operation
    if (names.has(operationId)) throw new Error(`${placeOf(`${pointer}/operationId`)} ${operationId} exists twice`)
    names.add(operationId)
    // Other tools may read them.
    for (const name of Object.keys(operation).filter((field) => field.startsWith('x-') && !knownFields.includes(field)))
      warn(`${placeOf(`${pointer}/${name}`)} warning: ${name} is not a field of this project. It adds nothing.`)
  }
  const exceeded = `this integer can exceed ±${Number.MAX_SAFE_INTEGER}. The complete contract has these bounds: state yours.`
  boundIntegers(own, (pointer) => warn(`${placeOf(pointer)} warning: ${exceeded}`))
  return completeContract(own, placesIn(yaml))
}

/** @returns The error in the deepest place, with a JSON Pointer: it causes those of its parents. */
function structureError(document: unknown) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(JSON.parse(readFileSync(openapi, 'utf8')))
  const validate = ajv.compile(schema)
  if (validate(document)) return undefined
  const errors = (validate.errors ?? []).map(explained)
  return errors.toSorted((one, other) => keysOf(other.pointer).length - keysOf(one.pointer).length)[0]
}

function explained({ instancePath, keyword, params, message = 'is not valid' }: ErrorObject) {
  const surplus = params.unevaluatedProperty ?? params.additionalProperty
  if (surplus !== undefined)
    return { pointer: `${instancePath}/${escapeKey(surplus)}`, message: `${surplus} is not known here` }
  if (keyword === 'required') return { pointer: instancePath, message: `${params.missingProperty} is missing` }
  const allowed = 'allowedValue' in params ? [params.allowedValue] : params.allowedValues
  const expected = Array.isArray(allowed)
    ? `must be ${allowed.map((one) => JSON.stringify(one)).join(' or ')}`
    : message
  const names = keysOf(instancePath).filter((key) => !/^\d+$/.test(key))
  return { pointer: instancePath, message: `${names.at(-1) ?? 'the contract'} ${expected}` }
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
