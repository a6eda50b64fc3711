// The fields of a form, for the reader of forms: how its texts and files become the values that the schema describes.

import type { FieldData, RequestBodyData } from '../core/contract/contract-data.ts'
import { bodyKind, isInRange } from '../core/contract/media-types.ts'
import { mapped, type Node, nodeOf } from './complete/node.ts'
import { listOf } from './complete/operations.ts'
import type { Contract, MediaType } from './contract.ts'

const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** @param name A media type or range. @returns Nothing if no form has it. */
export function formFields(contract: Contract, name: string, { schema, encoding }: MediaType): RequestBodyData {
  if (!forms.some((form) => isInRange(form, name))) return {}
  const parts = partsOf({ ...contract.wholeSchema(schema) })
  const properties = parts.flatMap((part) => Object.entries(nodeOf(part.properties)))
  const data = Object.fromEntries(properties.reverse().map(([field, one]) => [field, nodeOf(one)]))
  const fields = Object.entries(mapped(data, (one, field) => fieldData(one, encoding?.[field]))).filter(isDefined)
  const others = parts.map(({ additionalProperties }) => additionalProperties).find((one) => one !== undefined)
  const otherFields = typeof others === 'object' ? fieldData(nodeOf(others), undefined) : undefined
  return {
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    ...(otherFields && { otherFields }),
  }
}

type Encoding = NonNullable<MediaType['encoding']>[string]

/** @returns `undefined` if any part can be in the field. */
function fieldData(schema: Node, encoding: Encoding | undefined): FieldData | undefined {
  const types = typesOf(schema)
  const mediaTypes = encoding?.contentType?.split(',').map((one) => one.trim().toLowerCase())
  const isJson = mediaTypes?.some((one) => bodyKind(one) === 'json')
  if (types.includes('array')) {
    const items = partsOf(schema).map((part) => nodeOf(part.items))
    const item = fieldData(Object.assign({}, ...items), encoding)
    const separator = encoding?.explode === false ? separators[encoding.style ?? 'form'] : undefined
    // An array of arrays, too.
    return { ...(item?.isArray ? { isJson: true } : item), isArray: true, ...(separator && { separator }) }
  }
  if (isFile(schema)) return { isFile: true, ...(mediaTypes && { mediaTypes }) }
  if (isJson || types.includes('object')) return { isJson: true }
  if (types.length === 0) return undefined
  // A text that can be a string is one.
  const type = types.includes('string') ? undefined : scalars.find((one) => types.includes(one))
  return type ? { type } : {}
}

const scalars = ['number', 'integer', 'boolean'] as const
const separators: Record<string, string> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' }

/** A string of bytes, as OpenAPI 3.0 or 3.1 writes it. */
export function isFile({ format, contentMediaType, contentEncoding }: Node): boolean {
  if (contentEncoding !== undefined) return false
  return format === 'binary' || (typeof contentMediaType === 'string' && bodyKind(contentMediaType) === 'bytes')
}

/** The types that a schema names. Empty if it names none. */
function typesOf(schema: Node): string[] {
  return partsOf(schema).flatMap(({ type, const: constant, enum: values, properties }) => {
    if (type !== undefined) return [type].flat().map(String)
    if (properties !== undefined) return ['object']
    return [...(constant === undefined ? [] : [constant]), ...listOf(values)].map((value) => typeof value)
  })
}

/** The schema, and all that it combines. */
function partsOf(schema: Node): Node[] {
  const combined = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => listOf(schema[keyword]))
  return [schema, ...combined.flatMap((one) => partsOf(nodeOf(one)))]
}

function isDefined(entry: [string, FieldData | undefined]): entry is [string, FieldData] {
  return entry[1] !== undefined
}
