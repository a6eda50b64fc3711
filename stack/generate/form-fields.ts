// The fields of a form, for the reader of forms: how its texts and files become the values that the schema describes.

import type { FormFieldData, RequestBodyData } from '../core/contract/contract-data.ts'
import { bodyKind, isInRange } from '../core/contract/media-types.ts'
import { mapped, type Node, toList, toNode } from './complete/node.ts'
import type { Contract, MediaType } from './contract.ts'

const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** @param name A media type or range. @returns Nothing if no form has it. */
export function formFields(contract: Contract, name: string, { schema, encoding }: MediaType): RequestBodyData {
  if (!forms.some((form) => isInRange(form, name))) return {}
  const parts = getParts({ ...contract.wholeSchema(schema) })
  const properties = parts.flatMap((part) => Object.entries(toNode(part.properties)))
  const data = Object.fromEntries(properties.reverse().map(([field, one]) => [field, toNode(one)]))
  const fields = Object.entries(mapped(data, (one, field) => fieldData(one, encoding?.[field]))).filter(isDefined)
  const others = parts.map(({ additionalProperties }) => additionalProperties).find((one) => one !== undefined)
  const otherFields = typeof others === 'object' ? fieldData(toNode(others), undefined) : undefined
  return {
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    ...(otherFields && { otherFields }),
  }
}

type Encoding = NonNullable<MediaType['encoding']>[string]

/** @returns `undefined` if any part can be in the field. */
function fieldData(schema: Node, encoding: Encoding | undefined): FormFieldData | undefined {
  const types = getTypes(schema)
  const mediaTypes = encoding?.contentType?.split(',').map((one) => one.trim().toLowerCase())
  const isJson = mediaTypes?.some((one) => bodyKind(one) === 'json')
  if (types.includes('array')) {
    const items = getParts(schema).map((part) => toNode(part.items))
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
function getTypes(schema: Node): string[] {
  return getParts(schema).flatMap(({ type, const: constant, enum: values, properties }) => {
    if (type !== undefined) return [type].flat().map(String)
    if (properties !== undefined) return ['object']
    return [...(constant === undefined ? [] : [constant]), ...toList(values)].map((value) => typeof value)
  })
}

/** The schema, and all that it combines. */
function getParts(schema: Node): Node[] {
  const combined = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => toList(schema[keyword]))
  return [schema, ...combined.flatMap((one) => getParts(toNode(one)))]
}

function isDefined(entry: [string, FormFieldData | undefined]): entry is [string, FormFieldData] {
  return entry[1] !== undefined
}
