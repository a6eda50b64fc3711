// Request bodies by media type: which one a contract describes, valid values, and how a value becomes bytes.
import * as fc from 'fast-check'
import type { ContractOperation } from '../contract/operations.ts'
import { type Content, getContent } from '../contract/responses.ts'
import type { Schema } from '../contract/schema.ts'
import { jsonTexts, toPairs } from './texts.ts'
import { invalid, isValid, limited, valid } from './values.ts'

type FormKind = 'form' | 'multipart'
type BodyKind = 'json' | 'text' | 'bytes' | FormKind

export interface Form {
  kind: FormKind
  content: Content
}

const boundary = 'x-tested-boundary'

export const contentTypes: Record<FormKind, string> = {
  form: 'application/x-www-form-urlencoded',
  multipart: `multipart/form-data; boundary=${boundary}`,
}

/** @param contentType Can have parameters. */
export function getKind(contentType: string): BodyKind {
  const [mediaType = ''] = contentType.toLowerCase().split(/[ \t]*;/)
  if (mediaType === contentTypes.form) return 'form'
  if (mediaType === 'multipart/form-data') return 'multipart'
  if (/[/+]json$/.test(mediaType)) return 'json'
  return /^text\/|[/+](?:xml|yaml|javascript)$/.test(mediaType) ? 'text' : 'bytes'
}

/** Whether an operation takes a media type, itself or as one of a range. @param contentType Can have parameters. */
export function takesMediaType({ body }: ContractOperation, contentType: string): boolean {
  const [type = ''] = contentType.split(';')
  return type.includes('/') && getContent(body, type) !== undefined
}

/** A valid body of any media type that the operation takes. */
export function validBody({ body }: ContractOperation): fc.Arbitrary<{ mediaType: string; body: Buffer }> {
  return fc.constantFrom(...body).chain(([name, content]) => {
    // No contract describes these media types by their own names.
    const mediaType = name.replaceAll('*', 'x-tested')
    const kind = getKind(mediaType)
    const sent = kind === 'multipart' ? contentTypes.multipart : mediaType
    return toBytes(kind, content).map((bytes) => ({ mediaType: sent, body: bytes }))
  })
}

/** The first form that the operation takes. */
export function toForm({ body }: ContractOperation): Form | undefined {
  const bodies = [...body].map(([name, content]) => ({ kind: getKind(name), content }))
  return bodies.find((one): one is Form => one.kind === 'form' || one.kind === 'multipart')
}

function toBytes(kind: BodyKind, content: Content): fc.Arbitrary<Buffer> {
  const { schema } = content
  if (kind === 'form' || kind === 'multipart')
    return validFields(content).map((value) => formBytes(kind, content, value))
  if (kind === 'json')
    return valid(schema)
      .chain(jsonTexts)
      .map((text) => Buffer.from(text))
  if (kind === 'text') return getTexts(schema).map((text) => Buffer.from(text))
  return fc.uint8Array({ minLength: 1, maxLength: 50 }).map((bytes) => Buffer.from(bytes))
}

/** Without bytes, a request has no body. */
function getTexts(schema: Schema): fc.Arbitrary<string> {
  // Nothing checks a text whose schema describes something else.
  if (schema.keywords.type !== 'string') return fc.string({ minLength: 1, maxLength: 40 })
  return valid(schema)
    .map(String)
    .filter((text) => text !== '')
}

/** Objects that are valid without the values that a form cannot have. */
export function validFields({ schema }: Content): fc.Arbitrary<object> {
  const values = valid(schema).map((value) => withoutNulls(Object(value)))
  // A form without fields has no bytes.
  const isForm = (value: object) =>
    isValid(schema, value) && Object.keys(value).length > 0 && !JSON.stringify(value).includes('"\ufeff')
  return limited(schema, values, isForm)
}

/** A form has no null, and no empty array. */
function withoutNulls(value: object): object {
  const kept = Object.entries(value).filter(([, one]) => one !== null && !(Array.isArray(one) && one.length === 0))
  return Object.fromEntries(kept)
}

/** Texts that are not valid in a field; `undefined` if the contract refuses none. */
export function invalidTexts(schema: Schema): fc.Arbitrary<string> | undefined {
  const { type } = schema.keywords
  if (['integer', 'number', 'boolean'].includes(String(type))) return fc.constantFrom('x', '1x', 'TRUE', '0x1')
  if (type !== 'string' || isFile(schema) || isValid(schema, 'a'.repeat(3_000))) return undefined
  return invalid(schema)
    .filter((one) => typeof one === 'string' && !one.startsWith('\ufeff') && one.isWellFormed())
    .map(String)
}

export function formBytes(kind: FormKind, content: Content, value: object): Buffer {
  const parts = Object.entries(value).flatMap(([name, one]) => getParts(content, name, one))
  if (kind === 'form') return Buffer.from(toFormPairs(content, parts).join('&'))
  const lines = parts.map(({ name, text, isFile: hasFile }) => {
    const mediaType = getMediaType(content, name)
    const file = hasFile ? `; filename="a.bin"\r\nContent-Type: ${mediaType}` : ''
    return `--${boundary}\r\nContent-Disposition: form-data; name="${escapedName(name)}"${file}\r\n\r\n${text}\r\n`
  })
  return Buffer.from(`${lines.join('')}--${boundary}--\r\n`)
}

interface Part {
  name: string
  text: string
  isFile: boolean
}

function getParts({ schema }: Content, name: string, value: unknown): Part[] {
  const property = toProperty(schema, name)
  const items = Array.isArray(value) ? value : [value]
  const itemSchema = Array.isArray(value) && property && 'items' in property.keywords ? property.at('items') : property
  const hasFile = itemSchema !== undefined && isFile(itemSchema)
  return items.map((one) => ({
    name,
    text: hasFile ? 'a'.repeat([...String(one)].length) : toText(one),
    isFile: hasFile,
  }))
}

/** A property of the form, or of a part that an `allOf` or an alternative adds. */
function toProperty(schema: Schema, name: string): Schema | undefined {
  const own = schema.properties.find((one) => one.name === name)?.schema
  if (own !== undefined) return own
  const ofParts = schema.parts().map((part) => toProperty(part, name))
  return ofParts.find((one) => one !== undefined)
}

function toText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Without `explode`, all items of a field are in one pair, like those of a parameter. */
function toFormPairs({ encoding }: Content, parts: Part[]): string[] {
  return [...Map.groupBy(parts, ({ name }) => name)].flatMap(([name, ofName]) => {
    const field = { name, style: 'form', explode: true, isJson: false, ...Object(encoding.get(name)) }
    return toPairs(
      field,
      ofName.map(({ text }) => text),
      'lower case',
    )
  })
}

function getMediaType({ encoding }: Content, name: string): string {
  const [first = ''] = String(Object(encoding.get(name)).contentType ?? 'application/octet-stream').split(',')
  return first.trim().replaceAll('*', 'x-tested')
}

function isFile({ keywords: { format, contentMediaType, contentEncoding } }: Schema): boolean {
  return format === 'binary' || (contentMediaType !== undefined && contentEncoding === undefined)
}

/** As browsers write it. */
function escapedName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
