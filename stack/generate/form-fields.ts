// The fields of a form, for the reader of forms: how its texts and files become the values that the schema describes.

import type { FormFieldData, RequestBodyData } from '../core/contract/contract-data.ts'
import { bodyKind, isInRange } from '../core/contract/media-types.ts'
import { type Node, toNode } from './complete/node.ts'
import type { Contract, MediaType } from './contract.ts'
import { getParts, schemaTypes } from './parameter-types.ts'

const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** @param name A media type or range. @returns Nothing if no form has it. */
export function formFields(contract: Contract, name: string, { schema, encoding }: MediaType): RequestBodyData {
  if (!forms.some((form) => isInRange(form, name))) return {}
  const parts = getParts({ ...contract.wholeSchema(schema) })
  const properties = parts.flatMap((part) => Object.entries(toNode(part.properties)))
  const fields = Object.entries(Object.fromEntries(properties.reverse())).flatMap(([name, one]) => {
    const field = fieldData(toNode(one), encoding?.[name])
    return field ? [[name, field] as const] : []
  })
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
  const { scalars, isArray, isObject, isAny } = schemaTypes([schema])
  const mediaTypes = encoding?.contentType?.split(',').map((one) => one.trim().toLowerCase())
  const isJson = mediaTypes?.some((one) => bodyKind(one) === 'json')
  if (isArray) {
    const items = getParts(schema).map((part) => toNode(part.items))
    const item = fieldData(Object.assign({}, ...items), encoding)
    const separator = encoding?.explode === false ? separators[encoding.style ?? 'form'] : undefined
    // An array of arrays, too.
    return { ...(item?.isArray ? { isJson: true } : item), isArray: true, ...(separator && { separator }) }
  }
  if (isFile(schema)) return { isFile: true, ...(mediaTypes && { mediaTypes }) }
  if (isJson || isObject) return { isJson: true }
  if (isAny) return undefined
  // A text that can be a string is one.
  const type = scalars.includes('string') ? undefined : numbers.find((one) => scalars.includes(one))
  return type ? { type } : {}
}

const numbers = ['number', 'integer', 'boolean'] as const
const separators: Record<string, string> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' }

/** A string of bytes, as OpenAPI 3.0 or 3.1 writes it. */
export function isFile({ format, contentMediaType, contentEncoding }: Node): boolean {
  if (contentEncoding !== undefined) return false
  return format === 'binary' || (typeof contentMediaType === 'string' && bodyKind(contentMediaType) === 'bytes')
}
