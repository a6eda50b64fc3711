// The types of operations in generated/handlers.ts: the input of a handler, and its results. Editors show them.

import { hasCustomProblem, problemMediaType } from '../contract/model/bodies.ts'
import { compositionKeywords } from '../contract/model/collections.ts'
import { type ContractModel, type OperationModel, type ResponseEntry, targetName } from '../contract/model/contract.ts'
import { memoize } from '../contract/model/node.ts'
import type { MaybeReference, MediaType, Schema } from '../contract/model/openapi.ts'
import { bodyKind } from '../core/contract/media-types.ts'
import { docComment, literal, property, quoted } from './code.ts'
import { componentTypes } from './openapi-typescript.ts'

export type Member = [name: string, type: string, isOptional?: boolean | undefined, description?: string | undefined]

export function objectType(members: Member[]): string {
  const lines = members.map(([name, type, isOptional, description = '']) => {
    return `\n${docComment(description)}${property(name)}${isOptional ? '?' : ''}: ${type}`
  })
  return lines.length === 0 ? '{}' : `{${lines.join('').replaceAll('\n', '\n  ')}\n}`
}

/** The names of the types of schemas in generated/api.d.ts. */
const typeNames = memoize(({ document }: ContractModel) => componentTypes(document.components).schemas)

const scalars = new Map([
  ...['string', 'number', 'boolean', 'null'].map((scalar) => [scalar, scalar] as const),
  ['integer', 'number'],
])

/** @param typePath The type of the part of generated/api.d.ts that has the schema, for one without a simple type. */
export function schemaType(contract: ContractModel, schema: MaybeReference<Schema> = {}, typePath: string): string {
  const { type, enum: values, items, properties, required, ...others } = contract.resolve(schema)
  const types = new Set([type].flat().map((type) => scalars.get(String(type))))
  const complex = [...compositionKeywords, 'const', 'prefixItems', 'discriminator'].filter(
    (keyword) => keyword in others,
  )
  const toLiteral = (value: unknown) => (typeof value === 'string' ? quoted(value) : literal(value))
  if (complex.length === 0 && !types.has(undefined)) return (values?.map(toLiteral) ?? [...types]).join(' | ')
  const name = '$ref' in schema ? typeNames(contract)?.get(targetName(schema)) : undefined
  if (name !== undefined) return `api.${name}`
  const { oneOf, anyOf = oneOf, allOf } = others
  const parts = allOf?.length === 1 ? allOf : anyOf
  if (
    complex.length === 1 &&
    parts !== undefined &&
    [type, values, properties].every((keyword) => keyword === undefined)
  ) {
    const types = new Set(parts.map((part) => schemaType(contract, part, typePath)))
    // TypeScript does not index a union with a property of one alternative.
    const hasPart = types.size > 1 && [...types].some((type) => type.includes(`NonNullable<${typePath}>[`))
    return hasPart ? typePath : [...types].join(' | ')
  }
  if (complex.length > 0 || others.additionalProperties) return typePath
  const partType = (part: MaybeReference<Schema>, key: string) =>
    schemaType(contract, part, typePath === 'unknown' ? typePath : `NonNullable<${typePath}>[${key}]`)
  if (type === 'array' && items !== undefined) return `Array<${partType(items, 'number')}>`
  const fields = Object.entries(properties ?? {}).map(([name, property]) => ({
    name,
    property,
    ...contract.resolve(property),
  }))
  // In generated/api.d.ts, the other direction does not require them.
  const isDirected = fields.some(({ readOnly, writeOnly }) => readOnly || writeOnly)
  if (type !== 'object' || fields.length === 0 || isDirected) return typePath
  const toMember = ({ name, property, description }: (typeof fields)[number]): Member => {
    return [name, partType(property, quoted(name)), !required?.includes(name), description]
  }
  return objectType(fields.map(toMember))
}

const locations = { path: 'path', query: 'query', headers: 'header', cookies: 'cookie' } as const

/** Returns the type of the input. @param replaced Query parameters that an adapter has replaced. */
export function inputType(contract: ContractModel, operation: OperationModel, replaced: string[] = []): string {
  const parts = Object.entries(locations).map(([part, location]): Member => {
    const parameters = operation.parameters.filter((parameter) => parameter.in === location)
    const members = parameters.map(({ name, schema, content, required, description = '', deprecated }): Member => {
      if (location === 'query' && replaced.includes(name)) return [name, 'never', true]
      const typePath = `NonNullable<api.operations[${quoted(operation.id)}]['parameters']['${location}']>[${quoted(name)}]`
      // In generated/api.d.ts, JSON is a string.
      const type = schemaType(contract, schema, content ? 'unknown' : `Exclude<${typePath}, undefined>`)
      // The validator fills in defaults.
      const isOptional = !required && contract.dereference(schema).default === undefined
      return [name, type, isOptional, deprecated ? `${description}\n\n@deprecated` : description]
    })
    return [part, objectType(members)]
  })
  const members: Member[] = [['caller', 'stack.Caller'], ...parts]
  const [body = [], ...others] = requestBodies(contract, operation)
  if (others.length === 0) return objectType([...members, ...body])
  return `${objectType(members)} & (${[body, ...others].map(objectType).join(' | ')})`
}

/** Returns the types of the request body, each with its media types. */
function requestBodies(contract: ContractModel, { id, requestBody }: OperationModel): Member[][] {
  const { required = false, content = {} } = requestBody ?? {}
  const mediaTypes = Map.groupBy(Object.keys(content), (mediaType): string => {
    const kind = bodyKind(mediaType)
    const schema = content[mediaType]?.schema
    const typePath = `NonNullable<api.operations[${quoted(id)}]['requestBody']>['content'][${quoted(mediaType)}]`
    if (mediaType.endsWith('/*')) return 'unknown'
    if (kind === 'bytes') return 'Uint8Array'
    if (kind === 'multipart') return `stack.WithFiles<${typePath}>`
    // Without a string schema, the content of text is unknown.
    return kind === 'text' && contract.dereference(schema).type !== 'string'
      ? 'string'
      : schemaType(contract, schema, typePath)
  })
  if (!required) mediaTypes.set('undefined', [])
  return Array.from(mediaTypes, ([type, names]): Member[] => {
    const mediaType: Member = ['mediaType', names.map(sentMediaType).join(' | ') || 'undefined', names.length === 0]
    return [mediaType, ['body', type]]
  })
}

/** Returns the type of `mediaType`. A range matches each media type in it. */
function sentMediaType(name: string): string {
  if (name === '*/*') return 'string'
  return name.includes('*') ? `\`${name.replace('*', `\${string}`)}\`` : quoted(name)
}

/** The pipeline sets these headers; a handler never does. */
const pipelineHeaders = [
  ...['Request-Id', 'Cache-Control', 'Vary', 'Access-Control-Allow-Origin', 'RateLimit', 'RateLimit-Policy'],
  ...['ETag', 'Last-Modified', 'Deprecation', 'Sunset'],
]

/** Returns the type of the results of a handler. The pipeline creates each 304. */
export function resultType(contract: ContractModel, { id, responses }: OperationModel): string {
  const all = responses.flatMap((entry) => (entry.code === '304' ? [] : results(contract, id, entry)))
  return all.map(objectType).join(' | ') || 'never'
}

/** Returns a result for each media type. The status of a range, or of `default`, can be any number. */
function results(contract: ContractModel, id: string, { code, response, headers }: ResponseEntry): Member[][] {
  const status = /^\d+$/.test(code) ? code : 'number'
  const typePath = `api.operations[${quoted(id)}]['responses'][${status === code ? code : quoted(code)}]`
  const customHeaders = headers.filter(({ name }) => !pipelineHeaders.includes(name))
  const members = customHeaders.map(({ name, schema, required, description }): Member => {
    return [name, schemaType(contract, schema, `${typePath}['headers'][${quoted(name)}]`), !required, description]
  })
  const headersType = members.length === 0 ? 'never' : objectType(members)
  const toMembers = (...body: Member[]): Member[] => [
    ['status', status],
    ...body,
    ['headers', headersType, customHeaders.every(({ required }) => !required)],
  ]
  const { content = {} } = response
  const mediaTypes = Object.keys(content)
  if (mediaTypes.length === 0) return [toMembers(['body', 'never', true], ['mediaType', 'never', true])]
  // Handlers throw the problems that have a fixed type.
  const returned = mediaTypes.filter((name) => name !== problemMediaType || hasCustomProblem(contract, response))
  return returned.map((mediaType) => {
    const body = responseBody(contract, content[mediaType], mediaType, `${typePath}['content'][${quoted(mediaType)}]`)
    if (mediaType.includes('*')) return toMembers(['body', body], ['mediaType', 'string'])
    const isDefault = mediaType === 'application/json' || returned.length === 1
    return toMembers(['body', body], ['mediaType', quoted(mediaType), isDefault])
  })
}

function responseBody(contract: ContractModel, media: MediaType | undefined, name: string, typePath: string): string {
  if (name === problemMediaType) return `Exclude<${typePath}, { type: \`tag:\${string}\` }>`
  const kind = bodyKind(name)
  if (kind === 'json') return schemaType(contract, media?.schema, typePath)
  return kind === 'text' ? 'string' : 'Uint8Array | string'
}
