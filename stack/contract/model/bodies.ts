// The bodies of requests and responses, the problems that a response can have, and the fields of a form.

import type { BodyKind, FormFieldData, RequestBodyData } from '../../core/contract/contract.ts'
import { bodyKind, matchesMediaRange } from '../../core/contract/media-types.ts'
import type { ContractModel, OperationModel, ResponseEntry } from './contract.ts'
import { mapValues, type Node, pickBy, toNode } from './node.ts'
import type { MaybeReference, MediaType, Response, Schema } from './openapi.ts'
import { getStyle } from './parameter-styles.ts'
import { getParts, schemaTypes } from './parameter-types.ts'

/** The schema of a request body: JSON, or else a form. Standard methods have one schema, for every media type. */
export function requestSchema(operation: OperationModel | undefined): MaybeReference<Schema> | undefined {
  const bodies = Object.entries(operation?.requestBody?.content ?? {})
  const preferredKinds: BodyKind[] = ['json', 'form', 'multipart']
  const byKind = preferredKinds.map((kind) => bodies.find(([mediaType]) => bodyKind(mediaType) === kind))
  return byKind.find((body) => body !== undefined)?.[1].schema
}

export function requestProperties(
  contract: ContractModel,
  operation: OperationModel | undefined,
): Record<string, Schema> {
  return pickBy(contract.getProperties(requestSchema(operation)), (schema) => schema.readOnly !== true)
}

export const problemMediaType = 'application/problem+json'

export interface Body {
  mediaType: string
  /** Absent if the body can be anything. */
  schema: MaybeReference<Schema> | undefined
  /** The key of the compiled validator. Absent if nothing can check the body. */
  validator: string | undefined
}

/** @returns The bodies, the default first: JSON comes before other media types, and problems come last. */
export function getBodies(contract: ContractModel, { name, response }: ResponseEntry): Body[] {
  const bodies = Object.entries(response.content ?? {}).map(([mediaType, { schema }]): Body => {
    const isChecked = schema !== undefined && canValidate(contract, mediaType, schema)
    return { mediaType, schema, validator: isChecked ? `${name} ${mediaType}` : undefined }
  })
  return bodies.toSorted((first, second) => rank(first) - rank(second))
}

function rank({ mediaType }: Body): number {
  if (mediaType === problemMediaType) return 2
  return bodyKind(mediaType) === 'json' ? 0 : 1
}

/** Whether a validator can check a body: JSON, or text whose schema is a string. The schema of XML is usually no string. */
function canValidate(contract: ContractModel, mediaType: string, schema: MaybeReference<Schema>): boolean {
  const kind = bodyKind(mediaType)
  if (kind !== 'text') return kind === 'json'
  return [contract.dereference(schema).type].flat().includes('string')
}

/** Types of problems that the pipeline can return. Their schemas have constants for type, title and status. */
const problemUri = /^tag:.*:([a-z0-9-]+)$/

export function isProblemType(type: unknown): boolean {
  return typeof type === 'string' && problemUri.test(type)
}

/** Returns the constants and the description of each schema with such a type. A response can have other schemas too. */
export function getProblems(contract: ContractModel, response: Response) {
  return findAlternatives(contract, response).flatMap((schema) => {
    const constants = getConstants(contract, schema)
    return isProblemType(constants.type) ? { constants, description: contract.resolve<Schema>(schema).description } : []
  })
}

/** Returns the last part of the type of each problem, such as `not-found`. */
export function problemNames(contract: ContractModel, response: Response): string[] {
  return getProblems(contract, response).flatMap(({ constants: { type } }) => problemUri.exec(String(type))?.[1] ?? [])
}

/** Whether a response can be a problem that the pipeline does not know. */
export function hasCustomProblem(contract: ContractModel, response: Response): boolean {
  return findAlternatives(contract, response).length > getProblems(contract, response).length
}

function getConstants(contract: ContractModel, schema: MaybeReference<Schema>): Node {
  return mapValues(contract.getProperties(schema), (property) => property.const)
}

function findAlternatives(contract: ContractModel, { content = {} }: Response): MaybeReference<Schema>[] {
  const flat = (schema: MaybeReference<Schema>): MaybeReference<Schema>[] => {
    const { anyOf } = contract.resolve<Schema>(schema)
    if (anyOf === undefined || isProblemType(getConstants(contract, schema).type)) return [schema]
    return anyOf.flatMap(flat)
  }
  const { schema } = content[problemMediaType] ?? {}
  return schema === undefined ? [] : flat(schema)
}

const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']

/**
 * Returns how the strings and files of a form become values of the schema; `{}` if the media type is no form.
 * @param name A media type or range.
 */
export function formFields(contract: ContractModel, name: string, { schema, encoding }: MediaType): RequestBodyData {
  if (!forms.some((form) => matchesMediaRange(form, name))) return {}
  const parts = getParts({ ...contract.dereference(schema) })
  const properties = parts.flatMap((part) => Object.entries(toNode(part.properties)))
  const fields = Object.entries(Object.fromEntries(properties.reverse())).flatMap(([name, property]) => {
    const field = fieldData(toNode(property), encoding?.[name])
    return field ? [[name, field] as const] : []
  })
  const additional = parts.map(({ additionalProperties }) => additionalProperties).find((value) => value !== undefined)
  const otherFields = typeof additional === 'object' ? fieldData(toNode(additional), undefined) : undefined
  return { ...(fields.length > 0 && { fields: Object.fromEntries(fields) }), ...(otherFields && { otherFields }) }
}

type FieldEncoding = NonNullable<MediaType['encoding']>[string]

function fieldData(schema: Node, encoding: FieldEncoding | undefined): FormFieldData | undefined {
  const { scalars, isArray, isObject, isAny } = schemaTypes([schema])
  const mediaTypes = encoding?.contentType?.split(',').map((text) => text.trim().toLowerCase())
  const isJson = mediaTypes?.some((mediaType) => bodyKind(mediaType) === 'json')
  if (isArray) {
    const items = getParts(schema).map((part) => toNode(part.items))
    const item = fieldData(Object.assign({}, ...items), encoding)
    const { separator } = getStyle({ name: '', in: 'query', ...encoding }, { isArray, isObject: false })
    // Each item of an array of arrays is JSON.
    return { ...(item?.isArray ? { isJson: true } : item), isArray: true, ...(separator && { separator }) }
  }
  if (isFile(schema)) return { isFile: true, ...(mediaTypes && { mediaTypes }) }
  if (isJson || isObject) return { isJson: true }
  if (isAny) return undefined
  // A value that can be a string is not converted.
  const type = scalars.includes('string') ? undefined : convertedTypes.find((name) => scalars.includes(name))
  return type ? { type } : {}
}

const convertedTypes = ['number', 'integer', 'boolean'] as const

/** Whether a schema is that of a file, in the spelling of OpenAPI 3.0 or 3.1. */
export function isFile({ format, contentMediaType, contentEncoding }: Node): boolean {
  if (contentEncoding !== undefined) return false
  return format === 'binary' || (typeof contentMediaType === 'string' && bodyKind(contentMediaType) === 'bytes')
}
