// The request that the code samples of an operation send.

import { querySerializer, toText } from '../client/parameter-text.ts'
import type { Place } from '../core/contract/credentials.ts'
import { bodyKind } from '../core/contract/media-types.ts'
import { formFields } from './bodies.ts'
import { serverOrigin } from './complete/base-paths.ts'
import { filtered, isNode, toNode } from './complete/node.ts'
import { usualCredentials } from './complete/security.ts'
import type { Contract, MediaType, Operation } from './contract.ts'
import { clientStyle } from './parameter-types.ts'
import { hasClientPackage } from './product.ts'
import { givenExample, toSample } from './sample.ts'

export type ExampleCall = ReturnType<typeof exampleCall>

export function exampleCall(contract: Contract, operation: Operation) {
  const { id, method, path, bases, alternatives, parameters, responses } = operation
  const origin = serverOrigin(toNode(contract.document))
  const success = responses.find(({ status }) => status >= 200 && status < 300)
  return {
    // Readers see the address of their service instead (stack/docs/address.ts).
    address: origin + (bases[0] ?? ''),
    // The client knows the paths of other servers.
    baseUrl: origin + contract.basePath,
    ...(hasClientPackage() && { client: `@${contract.document['x-product'].name}/client` }),
    operationId: id,
    credentials: usualCredentials<Place>(alternatives),
    method,
    path,
    parameters: parameters
      .filter((one) => one.required)
      .map((one) => {
        const { name, in: group } = one
        const value = givenExample(contract, one) ?? `<${name}>`
        const style = clientStyle(contract, one)
        return { name, in: group, value, ...(style && { style }) }
      }),
    body: sampleBody(contract, operation),
    // If not, the sample prints the status.
    hasResponseBody: success?.response.content !== undefined,
    isFile: Object.keys(success?.response.content ?? {}).some((one) => bodyKind(one) === 'bytes'),
  }
}

export function withQuery(target: string, pairs: string[]): string {
  if (pairs.length === 0) return target
  return `${target}${target.includes('?') ? '&' : '?'}${pairs.join('&')}`
}

// The result is percent-encoded, so it is safe in double quotes in all three languages.
export function getTarget({ path, parameters }: ExampleCall): string {
  const filled = path.replace(/\{(.*?)\}/g, (_, name: string) => {
    const found = parameters.find((one) => one.in === 'path' && one.name === name)
    return toText(found?.value ?? '', found?.style)
  })
  const pairs = parameters
    .filter((one) => one.in === 'query')
    .map(({ name, value, style }) => querySerializer({ [name]: value }, { [name]: style }))
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`
}

export function getHeaders({ parameters, body }: ExampleCall): string[][] {
  const texts = (group: string, encode: (text: string) => string) =>
    parameters.filter((one) => one.in === group).map(({ name, value, style }) => [name, toText(value, style, encode)])
  const cookies = texts('cookie', encodeURIComponent).map((pair) => pair.join('='))
  return [
    ...texts('header', String),
    ...(cookies.length > 0 ? [['Cookie', cookies.join('; ')]] : []),
    // A multipart form has a boundary, which only the sender knows.
    ...(body && bodyKind(body.mediaType) !== 'multipart' ? [['Content-Type', body.mediaType]] : []),
  ]
}

// JSON on one line, with spaces. This is safe because a JSON string contains no line breaks.
export function jsonLine(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replace(/(?<=[[{])\n *|\n *(?=[\]}])/g, '')
    .replace(/\n */g, ' ')
}

export interface SampleBody {
  mediaType: string
  /** Of a form, each value of a file is the name of the file. */
  value: unknown
  /** The fields that are files. Default: none. */
  files?: string[]
  /** A call of the client must name the media type. Default: no. */
  isNamed?: boolean
}

export function sampleBody(contract: Contract, { requestBody }: Operation): SampleBody | undefined {
  const bodies = Object.entries(requestBody?.content ?? {})
  const [name, media] = bodies.find(([mediaType]) => bodyKind(mediaType) === 'json') ?? bodies[0] ?? []
  if (name === undefined || media === undefined) return undefined
  const body = getBody(contract, name, media)
  const isNamed = name !== body.mediaType || (bodies.length > 1 && bodies.every(([one]) => one !== 'application/json'))
  return { ...body, ...(isNamed && { isNamed }) }
}

/** @param name A media type or range. @returns A body with only the required files. */
export function getBody(contract: Contract, name: string, media: MediaType): SampleBody {
  const mediaType = name
    .replace('*/*', 'application/octet-stream')
    .replace('image/*', 'image/png')
    .replace('*', 'plain')
  const kind = bodyKind(mediaType)
  const given = givenExample(contract, media)
  if (kind === 'text') return { mediaType, value: given ?? '<text>' }
  if (kind === 'bytes') return { mediaType, value: given ?? 'file.bin' }
  const { properties = {}, required = [] } = contract.objectSchema(media.schema)
  const { fields = {} } = formFields(contract, mediaType, media)
  const files = kind === 'multipart' ? Object.keys(properties).filter((field) => fields[field]?.isFile) : []
  const isSet = (field: string) => !files.includes(field) && contract.wholeSchema(properties[field]).readOnly !== true
  const sample = toSample(contract, media.schema) ?? {}
  const value = given ?? (isNode(sample) ? filtered(sample, (_, field) => isSet(field)) : sample)
  if (files.length === 0) return { mediaType, value }
  const needed = files.filter((field) => required.includes(field))
  const names = needed.map((field) => [field, fileName(field, fields[field]?.mediaTypes)])
  return { mediaType, value: { ...toNode(value), ...Object.fromEntries(names) }, files }
}

/** With an ending from which curl, and others, make the media type of the part. */
function fileName(field: string, [mediaType = '']: string[] = []): string {
  const ending = /^(?:image|application|text)\/(png|jpeg|gif|pdf|xml|html|svg)(?:\+xml)?$/.exec(mediaType)?.[1] ?? 'bin'
  return `${field}.${ending}`
}

/** The parts of a form: each item of an array has a part. Objects are JSON. */
export function formParts({ value }: SampleBody): [name: string, text: string][] {
  return Object.entries(toNode(value)).flatMap(([name, all]) =>
    [all].flat().map((one): [string, string] => [name, typeof one === 'object' ? JSON.stringify(one) : String(one)]),
  )
}
