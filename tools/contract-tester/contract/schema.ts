// Validates values against schemas of openapi.yaml with a library that neither the service nor the mock uses.
import { registerSchema, setShouldValidateFormat, validate } from '@hyperjump/json-schema/openapi-3-1'
import '@hyperjump/json-schema/formats'
import { BASIC } from '@hyperjump/json-schema/experimental'
import { document } from './openapi.ts'

setShouldValidateFormat(true)

const uri = 'https://contract.test/openapi'
const dialect = 'https://spec.openapis.org/oas/3.1/schema-base'
// Both types list every keyword; any JSON value is accepted at run time.
type Schema = Parameters<typeof registerSchema>[0]
type Value = Parameters<Awaited<ReturnType<typeof validate>>>[0]

registerSchema(document as Schema, uri, dialect)
registerSchema(closed(document) as Schema, `${uri}/closed`, dialect)

interface BasicOutput {
  valid: boolean
  errors?: { instanceLocation: string; absoluteKeywordLocation: string }[]
}

/** Returns one line per error; an empty list if the value is valid. */
export type Validator = (value: unknown) => string[]

const validators = new Map<string, Validator>()

/**
 * @param schema A JSON Pointer into openapi.yaml.
 * @param options `closed`: properties that the schema does not declare are errors, too.
 */
export async function validatorFor(schema: string, options: { closed?: boolean } = {}): Promise<Validator> {
  const place = `${uri}${options.closed ? '/closed' : ''}#${schema}`
  const known = validators.get(place)
  if (known !== undefined) return known
  const check = await validate(encodeURI(place))
  const validator: Validator = (value) => {
    const output: BasicOutput = check(value as Value, BASIC)
    if (output.valid) return []
    const last = output.errors?.at(-1)
    return [`${last?.instanceLocation ?? '#'} does not meet ${last?.absoluteKeywordLocation.split('#')[1] ?? schema}`]
  }
  validators.set(place, validator)
  return validator
}

/** Validates one value; returns the errors. */
export async function errorsOf(schema: string, value: unknown, options: { closed?: boolean } = {}): Promise<string[]> {
  return (await validatorFor(schema, options))(value)
}

// A copy of the document in which no object may have undeclared properties. The parts of an `allOf` do not know each
// other's properties, and a component may be such a part, so only the place that uses a whole schema is closed.
function closed(node: unknown, parent = ''): unknown {
  if (Array.isArray(node)) return node.map((item) => closed(item, parent))
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value, key)]))
  const refers = '$ref' in node && String(node.$ref).startsWith('#/components/schemas/')
  const isWhole = (parent === 'schema' || parent === 'items') && (refers || 'allOf' in node || 'properties' in node)
  return isWhole ? { ...copy, unevaluatedProperties: false } : copy
}
