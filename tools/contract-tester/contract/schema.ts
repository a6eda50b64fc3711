// Values against schemas of openapi.yaml, by a validator that neither the server nor the mock knows.
import { registerSchema, setShouldValidateFormat, validate } from '@hyperjump/json-schema/openapi-3-1'
import '@hyperjump/json-schema/formats'
import { BASIC } from '@hyperjump/json-schema/experimental'
import { document } from './openapi.ts'

setShouldValidateFormat(true)

const uri = 'https://contract.test/openapi'
const dialect = 'https://spec.openapis.org/oas/3.1/schema-base'
// Both take any JSON value; their types name the keywords one by one.
type Schema = Parameters<typeof registerSchema>[0]
type Value = Parameters<Awaited<ReturnType<typeof validate>>>[0]

registerSchema(document as Schema, uri, dialect)
registerSchema(closed(document) as Schema, `${uri}/closed`, dialect)

interface BasicOutput {
  valid: boolean
  errors?: { instanceLocation: string; absoluteKeywordLocation: string }[]
}

/** What is wrong with a value, a line; empty where it is valid. */
export type Judge = (value: unknown) => string[]

const judges = new Map<string, Judge>()

/**
 * @param schema A JSON Pointer into openapi.yaml.
 * @param options `closed`: what the schema does not declare is wrong, too.
 */
export async function judgeOf(schema: string, options: { closed?: boolean } = {}): Promise<Judge> {
  const place = `${uri}${options.closed ? '/closed' : ''}#${schema}`
  const known = judges.get(place)
  if (known !== undefined) return known
  const check = await validate(encodeURI(place))
  const judge: Judge = (value) => {
    const output: BasicOutput = check(value as Value, BASIC)
    if (output.valid) return []
    const last = output.errors?.at(-1)
    return [`${last?.instanceLocation ?? '#'} does not meet ${last?.absoluteKeywordLocation.split('#')[1] ?? schema}`]
  }
  judges.set(place, judge)
  return judge
}

/** As `judgeOf`, for one value. */
export async function invalid(schema: string, value: unknown, options: { closed?: boolean } = {}): Promise<string[]> {
  return (await judgeOf(schema, options))(value)
}

// A copy of the document in which no object may have a property that nobody declares. The parts of an `allOf` do not know
// of each other and a component may be such a part, so it is where a whole schema is used that it is closed.
function closed(node: unknown, parent = ''): unknown {
  if (Array.isArray(node)) return node.map((item) => closed(item, parent))
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value, key)]))
  const refers = '$ref' in node && String(node.$ref).startsWith('#/components/schemas/')
  const isWhole = (parent === 'schema' || parent === 'items') && (refers || 'allOf' in node || 'properties' in node)
  return isWhole ? { ...copy, unevaluatedProperties: false } : copy
}
