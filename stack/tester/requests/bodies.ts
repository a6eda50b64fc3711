// Request bodies: kinds of media types, valid values for their schemas, and the serialization of a value.
import * as fc from 'fast-check'
import { type Content, getContent } from '../contract/responses.ts'
import type { Schema } from '../contract/schema.ts'
import type { ContractOperation } from '../contract/tested-contract.ts'
import { jsonTexts, toPairs } from './texts.ts'
import { isValid, limited, NoValue, valid } from './values.ts'

type BodyKind = 'json' | 'form' | 'text' | 'bytes'

export function getKind(contentType: string): BodyKind {
  const [mediaType = ''] = contentType.toLowerCase().split(/[ \t]*;/)
  if (mediaType === 'application/x-www-form-urlencoded') return 'form'
  if (/[/+]json$/.test(mediaType)) return 'json'
  return /^text\/|[/+](?:xml|yaml|javascript)$/.test(mediaType) ? 'text' : 'bytes'
}

/** Whether an operation accepts a media type, by name or in a range. @param contentType Can have parameters. */
export function takesMediaType({ body }: ContractOperation, contentType: string): boolean {
  const [type = ''] = contentType.split(';')
  return type.includes('/') && getContent(body, type) !== undefined
}

/** Draws a valid body of any media type of the operation except multipart. @throws {NoValue} if there is no other. */
export function validBody({
  id,
  body,
  contract,
}: ContractOperation): fc.Arbitrary<{ mediaType: string; body: Buffer }> {
  const writable = [...body].filter(([name]) => !name.startsWith('multipart/'))
  if (writable.length === 0) throw new NoValue(`the contract tester cannot generate the body of ${id}`)
  return fc.constantFrom(...writable).chain(([name, content]) => {
    // A media type range is tested with an invented subtype.
    const mediaType = name.replaceAll('*', 'x-tested')
    const fitting = toBytes(getKind(mediaType), content).filter(({ length }) => length <= contract.limits.bodyBytes)
    return fitting.map((bytes) => ({ mediaType, body: bytes }))
  })
}

function toBytes(kind: BodyKind, { schema, encoding }: Content): fc.Arbitrary<Buffer> {
  if (kind === 'form') return validFields(schema).map((value) => formBytes(encoding, value))
  if (kind === 'bytes') return fc.uint8Array({ minLength: 1, maxLength: 50 }).map((bytes) => Buffer.from(bytes))
  // The service does not validate a text body unless its schema is a string.
  const texts = schema.keywords.type === 'string' ? valid(schema).map(String) : fc.string({ maxLength: 40 })
  // An empty text would be a missing body.
  const serialized = kind === 'json' ? valid(schema).chain(jsonTexts) : texts.filter((text) => text !== '')
  return serialized.map((text) => Buffer.from(text))
}

/** Draws objects that are still valid without the values that a form cannot represent. */
function validFields(schema: Schema): fc.Arbitrary<object> {
  // A form cannot represent null or an empty array.
  const canBeField = ([, value]: [string, unknown]) => value !== null && !(Array.isArray(value) && value.length === 0)
  const values = valid(schema).map((value) => Object.fromEntries(Object.entries(Object(value)).filter(canBeField)))
  // A form without fields would be a missing body. Values must not start with a byte order mark, which decoders drop.
  const canBeForm = (value: object) =>
    isValid(schema, value) && Object.keys(value).length > 0 && !JSON.stringify(value).includes('"\ufeff')
  return limited(schema, values, canBeForm)
}

function formBytes(encoding: Content['encoding'], value: object): Buffer {
  const pairs = Object.entries(value).flatMap(([name, field]) => {
    const texts = [field].flat().map((item) => (typeof item === 'object' ? JSON.stringify(item) : item))
    return toPairs({ name, explode: encoding[name]?.explode !== false }, texts)
  })
  return Buffer.from(pairs.join('&'))
}
