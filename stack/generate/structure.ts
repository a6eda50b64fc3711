// The structure of a hand-written contract: that of OpenAPI 3.1, and of the fields in contract.schema.json.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import type { Finding } from './checks/check.ts'
import { escapeKey, keysOf } from './json-pointer.ts'

/** Only the structure: the lint checks schemas, and more. */
const openapi = read(
  createRequire(import.meta.url).resolve('express-openapi-validator/dist/framework/openapi.v3_1.modified.schema.json'),
)
const schema = read(new URL('contract.schema.json', import.meta.url))

/** The `x-` fields of this project, of the root, of a path and of an operation. */
export const rootFields = extensionsIn(schema)
export const pathFields = extensionsIn(schema.$defs.path)
export const operationFields = extensionsIn(schema.$defs.operation)

/** A field that OpenAPI has, perhaps in another place. */
const openapiFields = new Set(Array.from(JSON.stringify(openapi).matchAll(/"(\w+)":\{/g), ([, name]) => name))

const validate = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  .addSchema(openapi)
  .compile(schema)

/** @returns The errors in the deepest places: they cause those of their parents. */
export function structureErrors(document: unknown): Finding[] {
  if (validate(document)) return []
  // An error of `if` only says that there is another one.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(explained)
  const isCaused = ({ pointer, surplus }: Explained) => {
    const isAbove = errors.some((one) => one.pointer.startsWith(`${pointer}/`))
    // A schema with an error knows none of its properties.
    const parent = pointer.slice(0, pointer.lastIndexOf('/'))
    const isUnread = surplus !== undefined && openapiFields.has(surplus)
    return isAbove || (isUnread && errors.some((one) => one.pointer.startsWith(parent) && one.surplus === undefined))
  }
  const first = new Map<string, string>()
  for (const error of errors.filter((one) => !isCaused(one))) {
    if (!first.has(error.pointer)) first.set(error.pointer, error.message)
  }
  return [...first]
}

type Explained = ReturnType<typeof explained>

function explained({ instancePath, keyword, params, message = 'is not valid' }: ErrorObject) {
  const surplus: string | undefined = params.unevaluatedProperty ?? params.additionalProperty
  if (surplus !== undefined)
    return { pointer: `${instancePath}/${escapeKey(surplus)}`, message: `${surplus} is not known here`, surplus }
  if (keyword === 'required') return { pointer: instancePath, message: `${params.missingProperty} is missing` }
  const allowed = 'allowedValue' in params ? [params.allowedValue] : params.allowedValues
  const expected = Array.isArray(allowed)
    ? `must be ${allowed.map((one) => JSON.stringify(one)).join(' or ')}`
    : message
  const names = keysOf(instancePath).filter((key) => !/^\d+$/.test(key))
  return { pointer: instancePath, message: `${names.at(-1) ?? 'the contract'} ${expected}` }
}

function extensionsIn({ properties }: { properties: object }): string[] {
  return Object.keys(properties).filter((name) => name.startsWith('x-'))
}

function read(file: string | URL) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
