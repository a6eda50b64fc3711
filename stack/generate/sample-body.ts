// The request body of a code sample and of "Try it": the example of the contract, or else a valid value.

import { bodyKind } from '../core/contract/media-types.ts'
import { filtered, isNode, toNode } from './complete/node.ts'
import type { Contract, MediaType, Operation } from './contract.ts'
import { formFields } from './form-fields.ts'
import { givenExample, toSample } from './sample.ts'

export interface SampleBody {
  mediaType: string
  /** Of a form, each value of a file is the name of the file. */
  value: unknown
  /** The fields that are files. Default: none. */
  files?: string[]
  /** A call of the client must name the media type. Default: no. */
  isNamed?: boolean
}

/** @returns The body that a call of the client sends by default. */
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
