// Validates values against schemas of openapi.yaml with a library that neither the service nor the mock uses.
import { registerSchema, setShouldValidateFormat, validate } from '@hyperjump/json-schema/openapi-3-1'
import '@hyperjump/json-schema/formats'
import { BASIC } from '@hyperjump/json-schema/experimental'
import { shown } from '../readable.ts'
import { compareDecimals } from './multiple-of.ts'
import { document, valueAt } from './openapi.ts'

setShouldValidateFormat(true)
compareDecimals()

const uri = 'https://contract.test/openapi'
const dialect = 'https://spec.openapis.org/oas/3.1/schema-base'
// Both types list every keyword; any JSON value is accepted at run time.
type Schema = Parameters<typeof registerSchema>[0]
type Value = Parameters<Awaited<ReturnType<typeof validate>>>[0]

const closedDocument = closed(document)
registerSchema(document as Schema, uri, dialect)
registerSchema(closedDocument as Schema, `${uri}/closed`, dialect)

interface BasicError {
  instanceLocation: string
  absoluteKeywordLocation: string
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
    const output: { valid: boolean; errors?: BasicError[] } = check(value as Value, BASIC)
    return output.valid ? [] : explained(output.errors ?? [], value, schema)
  }
  validators.set(place, validator)
  return validator
}

/** Only tells whether a value is valid, which is much faster. */
export async function predicateFor(schema: string): Promise<(value: unknown) => boolean> {
  const check = await validate(encodeURI(`${uri}#${schema}`))
  return (value) => check(value as Value).valid
}

export async function errorsOf(schema: string, value: unknown, options: { closed?: boolean } = {}): Promise<string[]> {
  return (await validatorFor(schema, options))(value)
}

// Keywords that fail because another one does. A property that is not valid does not count as evaluated.
const consequences = ['$ref', 'properties', 'items', 'allOf', 'anyOf', 'oneOf', 'unevaluatedProperties', 'then', 'else']

function explained(errors: BasicError[], value: unknown, schema: string): string[] {
  const all = errors.map(({ instanceLocation, absoluteKeywordLocation }) => {
    const pointer = decodeURI(absoluteKeywordLocation.split('#')[1] ?? schema)
    return { at: instanceLocation.replace(/^#/, ''), pointer, keyword: pointer.split('/').at(-1) ?? '' }
  })
  const causes = all.filter(({ keyword }) => !consequences.includes(keyword))
  const undeclared = all.filter(({ keyword }) => keyword === 'unevaluatedProperties')
  const reported = [causes, undeclared, all.slice(-1)].find((some) => some.length > 0)
  if (reported === undefined) return [`the value does not meet ${schema}`]
  return [...new Set(reported.map(({ at, pointer, keyword }) => lineOf(at, keyword, pointer, value)))]
}

function lineOf(at: string, keyword: string, pointer: string, value: unknown): string {
  const actual = valueAt(value, at)
  const expected = valueAt(closedDocument, pointer)
  const field = at === '' ? 'the value' : at
  if (keyword === 'unevaluatedProperties' || keyword === 'additionalProperties') return `${field} is not declared`
  return `${field}: expected ${keyword} ${JSON.stringify(expected)}, got ${shown(actual)} (openapi.yaml#${pointer})`
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
