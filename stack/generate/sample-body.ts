// The request body of a code sample: the example of the contract, or else a value for each required field of a form.

import { type BodyKind, bodyKind } from '../core/contract/media-types.ts'
import { nodeOf } from './complete/node.ts'
import type { Contract, MediaType, Operation } from './contract.ts'
import { isFile } from './form-fields.ts'

export interface SampleBody {
  mediaType: string
  /** Of a form, each value of a file is the name of the file. */
  value: unknown
  /** The fields that are files. Default: none. */
  files?: string[]
  /** A call of the client must name the media type. Default: no. */
  isNamed?: boolean
}

/** @param example Finds the first example of a media type. @returns The body that a call of the client sends by default. */
export function sampleBody(
  contract: Contract,
  { requestBody }: Operation,
  example: (media: MediaType) => unknown,
): SampleBody | undefined {
  const bodies = Object.entries(requestBody?.content ?? {})
  const [name, media] = bodies.find(([mediaType]) => bodyKind(mediaType) === 'json') ?? bodies[0] ?? []
  if (name === undefined || media === undefined) return undefined
  const mediaType = name
    .replace('*/*', 'application/octet-stream')
    .replace('image/*', 'image/png')
    .replace('*', 'plain')
  const isNamed = name !== mediaType || (bodies.length > 1 && bodies.every(([one]) => one !== 'application/json'))
  const kind = bodyKind(mediaType)
  const properties = Object.entries(contract.propertiesOf(media.schema))
  const files = kind === 'multipart' ? properties.filter(([, one]) => isFile({ ...one })).map(([field]) => field) : []
  const { required = [] } = contract.wholeSchema(media.schema)
  const given = example(media)
  const isForm = kind === 'form' || kind === 'multipart'
  const missing = isForm && given === undefined ? required : required.filter((field) => files.includes(field))
  const fields = Object.fromEntries(
    missing.map((field) => [field, files.includes(field) ? `${field}.bin` : `<${field}>`]),
  )
  const value = isForm ? { ...nodeOf(given), ...fields } : (given ?? fallbacks[kind])
  return { mediaType, value, ...(files.length > 0 && { files }), ...(isNamed && { isNamed }) }
}

const fallbacks: Partial<Record<BodyKind, unknown>> = { json: {}, text: '<text>', bytes: 'file.bin' }

/** The parts of a form: each item of an array has a part. Objects are JSON. */
export function formParts({ value }: SampleBody): [name: string, text: string][] {
  return Object.entries(nodeOf(value)).flatMap(([name, all]) =>
    [all].flat().map((one): [string, string] => [name, typeof one === 'object' ? JSON.stringify(one) : String(one)]),
  )
}
