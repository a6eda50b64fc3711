// The structure of a hand-written contract: that of OpenAPI 3.1, and of the fields in contract.schema.json.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import type { Finding } from '../finding.ts'
import { escapeKey, getKeys } from '../model/node.ts'

/** JSON Schema of the structure only: the lint checks schemas, and more. */
const openapi = readSchema(
  createRequire(import.meta.url).resolve('express-openapi-validator/dist/framework/openapi.v3_1.modified.schema.json'),
)
// The library names the server of a link differently.
openapi.$defs.link.properties.server = openapi.$defs.link.properties.body
const schema = readSchema(new URL('contract.schema.json', import.meta.url))

/** The `x-` fields of this project at the root, at a path and at an operation. */
export const rootFields = extensionsIn(schema)
export const pathFields = extensionsIn(schema.$defs.path)
export const operationFields = extensionsIn(schema.$defs.operation)

/** The fields that OpenAPI has, in any of its objects. */
const openapiFields = new Set(Array.from(JSON.stringify(openapi).matchAll(/"(\w+)":\{/g), ([, name]) => name))

// It validates one document, so optimising its code takes longer than it saves.
const options = { strict: false, validateFormats: false, validateSchema: false, code: { optimize: false } }
const validate = new Ajv2020({ ...options, allErrors: true }).addSchema(openapi).compile(schema)

/** @returns The deepest errors: they cause those of their parents. */
export function structureErrors(document: unknown): Finding[] {
  if (validate(document)) return []
  // An error of `if` only repeats that of `then` or `else`.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(explain)
  const isConsequence = ({ pointer, unknownProperty }: ExplainedError) => {
    const hasDeeperError = errors.some((error) => error.pointer.startsWith(`${pointer}/`))
    // If a schema fails, Ajv reports its known properties as unevaluated.
    const parent = pointer.slice(0, pointer.lastIndexOf('/'))
    const isKnownField = unknownProperty !== undefined && openapiFields.has(unknownProperty)
    return (
      hasDeeperError ||
      (isKnownField && errors.some((error) => error.pointer.startsWith(parent) && error.unknownProperty === undefined))
    )
  }
  const first = new Map<string, string>()
  for (const error of errors.filter((error) => !isConsequence(error))) {
    if (!first.has(error.pointer)) first.set(error.pointer, error.message)
  }
  return [...first]
}

/** Advice for each type, in the terms of YAML. */
const typeAdvice: Record<string, string> = {
  object: 'an object: write names and values below it',
  array: 'a list: write each of its items after a hyphen',
  string: 'a string: write it in quotes',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
}

type ExplainedError = ReturnType<typeof explain>

function explain({ instancePath, keyword, params, propertyName, message = 'is not valid' }: ErrorObject) {
  if (propertyName !== undefined && keyword === 'pattern') {
    const rule = 'must have only letters, digits, dots, hyphens and underscores'
    return { pointer: `${instancePath}/${escapeKey(propertyName)}`, message: `the name ${propertyName} ${rule}` }
  }
  const unknownProperty: string | undefined = params.unevaluatedProperty ?? params.additionalProperty
  if (unknownProperty !== undefined)
    return {
      pointer: `${instancePath}/${escapeKey(unknownProperty)}`,
      message: `${unknownProperty} is not known here: correct the name, or remove it`,
      unknownProperty,
    }
  // The object `responses` cannot be empty.
  if (keyword === 'required' && /\/responses$/.test(instancePath))
    return { pointer: instancePath, message: 'responses is empty: write at least one response' }
  if (keyword === 'required') return { pointer: instancePath, message: `${params.missingProperty} is missing: add it` }
  const allowed = 'allowedValue' in params ? [params.allowedValue] : params.allowedValues
  const expected = Array.isArray(allowed)
    ? `must be ${allowed.map((value) => JSON.stringify(value)).join(' or ')}`
    : keyword === 'type'
      ? `must be ${typeAdvice[String(params.type)] ?? params.type}`
      : message
  const names = getKeys(instancePath).filter((key) => !/^\d+$/.test(key))
  return { pointer: instancePath, message: `${names.at(-1) ?? 'the contract'} ${expected}` }
}

function extensionsIn({ properties }: { properties: object }): string[] {
  return Object.keys(properties).filter((name) => name.startsWith('x-'))
}

function readSchema(file: string | URL) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
