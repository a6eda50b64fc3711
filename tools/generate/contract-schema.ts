// Whether a hand-written contract is OpenAPI 3.1, with the fields of contract.schema.json.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import type { Node } from './complete/node.ts'
import { operationsOf } from './complete/operations.ts'
import { escapeKey, keysOf } from './json-pointer.ts'

/** Only the structure: the lint checks schemas, and more. */
const openapi = createRequire(import.meta.url).resolve(
  'express-openapi-validator/dist/framework/openapi.v3_1.modified.schema.json',
)
const schema = JSON.parse(readFileSync(new URL('contract.schema.json', import.meta.url), 'utf8'))

/** @returns The error in the deepest place, with a JSON Pointer: it causes those of its parents. */
export function structureError(document: unknown) {
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

/** @returns Pointers of the `x-` fields of an operation that contract.schema.json does not have: other tools may read them. */
export function unknownFields(document: Node): string[] {
  const known = Object.keys(schema.$defs.operation.properties)
  return operationsOf(document).flatMap(({ pointer, operation }) =>
    Object.keys(operation)
      .filter((name) => name.startsWith('x-') && !known.includes(name))
      .map((name) => `${pointer}/${name}`),
  )
}
