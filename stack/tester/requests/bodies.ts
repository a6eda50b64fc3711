// Request bodies by media type: which one a contract describes, valid values, and how a value becomes bytes.
import * as fc from 'fast-check'
import type { ContractOperation } from '../contract/operations.ts'
import { type Content, getContent } from '../contract/responses.ts'
import type { Schema } from '../contract/schema.ts'
import type { Draft } from './draft.ts'
import { contentTypes, type Form, type FormKind, formBytes, validFields } from './forms.ts'
import { jsonTexts } from './texts.ts'
import { valid } from './values.ts'

export type BodyKind = 'json' | 'text' | 'bytes' | FormKind

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

type Body = Pick<Draft, 'body'> & { mediaType: string }

/** A valid body of any media type that the operation takes. */
export function validBody({ body }: ContractOperation): fc.Arbitrary<Body> {
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
  for (const [name, content] of body) {
    const kind = getKind(name)
    if (kind === 'form' || kind === 'multipart') return { kind, content }
  }
  return undefined
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
