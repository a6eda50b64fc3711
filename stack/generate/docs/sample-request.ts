// The request that the code samples of an operation send.

import { serverOrigin } from '../../contract/model/base-paths.ts'
import { formFields } from '../../contract/model/bodies.ts'
import type { ContractModel, OperationModel } from '../../contract/model/contract.ts'
import { findExample } from '../../contract/model/examples.ts'
import { isNode, pickBy, toNode } from '../../contract/model/node.ts'
import type { MediaType } from '../../contract/model/openapi.ts'
import { parameterStyle } from '../../contract/model/parameter-types.ts'
import { hasClientPackage } from '../../contract/model/product.ts'
import { toSample } from '../../contract/model/sample.ts'
import { defaultCredentials } from '../../contract/model/security.ts'
import type { CredentialLocation } from '../../core/contract/credentials.ts'
import { bodyKind } from '../../core/contract/media-types.ts'
import { type SentParameter, writeParameters, writeParts } from '../../core/pipeline/write-styles.ts'

export type ExampleCall = ReturnType<typeof exampleCall>

export function exampleCall(contract: ContractModel, operation: OperationModel) {
  const { id, method, path, bases, alternatives, parameters, responses } = operation
  const origin = serverOrigin(toNode(contract.document))
  const success = responses.find(({ status }) => status >= 200 && status < 300)
  return {
    // Readers see the address of their service instead (stack/docs/call.ts).
    address: origin + (bases[0] ?? ''),
    // The client knows the paths of other servers.
    baseUrl: origin + contract.basePath,
    ...(hasClientPackage() && { client: `@${contract.document['x-product'].name}/client` }),
    operationId: id,
    credentials: defaultCredentials<CredentialLocation>(alternatives),
    method,
    path,
    parameters: parameters
      .filter((parameter) => parameter.required)
      .map((parameter): SentParameter => {
        const value = findExample(contract, parameter) ?? `<${parameter.name}>`
        return { name: parameter.name, in: parameter.in, value, style: parameterStyle(contract, parameter) }
      }),
    body: sampleBody(contract, operation),
    // Without a response body, the sample prints the status.
    hasResponseBody: success?.response.content !== undefined,
    isFile: Object.keys(success?.response.content ?? {}).some((name) => bodyKind(name) === 'bytes'),
  }
}

export function withQuery(target: string, pairs: string[]): string {
  if (pairs.length === 0) return target
  return `${target}${target.includes('?') ? '&' : '?'}${pairs.join('&')}`
}

/** Returns the target and the headers. The target is percent-encoded, so it is safe between quotes in each language. */
export function getParts({ path, parameters, body }: ExampleCall) {
  const { target, headers, cookies } = writeParameters(path, parameters)
  if (cookies.length > 0) headers.push(['Cookie', cookies.map((pair) => pair.join('=')).join('; ')])
  // A multipart form has a boundary, which only the sender knows.
  if (body && bodyKind(body.mediaType) !== 'multipart') headers.push(['Content-Type', body.mediaType])
  return { target, headers }
}

// JSON on one line, with spaces. This is safe because a JSON string contains no line breaks.
export function jsonLine(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replace(/(?<=[[{])\n *|\n *(?=[\]}])/g, '')
    .replace(/\n */g, ' ')
}

export interface SampleBody {
  mediaType: string
  /** Value of the body. In a form, the value of a file is its file name. */
  value: unknown
  /** The fields that are files. Default: none. */
  files?: string[]
  /** Whether a call of the client must name the media type. Default: no. */
  mustNameMediaType?: boolean
}

export function sampleBody(contract: ContractModel, { requestBody }: OperationModel): SampleBody | undefined {
  const bodies = Object.entries(requestBody?.content ?? {})
  const [name, media] = bodies.find(([mediaType]) => bodyKind(mediaType) === 'json') ?? bodies[0] ?? []
  if (name === undefined || media === undefined) return undefined
  const body = getBody(contract, name, media)
  const mustNameMediaType =
    name !== body.mediaType || (bodies.length > 1 && bodies.every(([body]) => body !== 'application/json'))
  return { ...body, ...(mustNameMediaType && { mustNameMediaType }) }
}

/** @param name A media type or range. @returns A body with only the required files. */
export function getBody(contract: ContractModel, name: string, media: MediaType): SampleBody {
  const mediaType = name
    .replace('*/*', 'application/octet-stream')
    .replace('image/*', 'image/png')
    .replace('*', 'plain')
  const kind = bodyKind(mediaType)
  const example = findExample(contract, media)
  if (kind === 'text') return { mediaType, value: example ?? '<text>' }
  if (kind === 'bytes') return { mediaType, value: example ?? 'file.bin' }
  const { properties = {}, required = [] } = contract.objectSchema(media.schema)
  const { fields = {} } = formFields(contract, mediaType, media)
  const files = kind === 'multipart' ? Object.keys(properties).filter((field) => fields[field]?.isFile) : []
  const isSet = (field: string) => !files.includes(field) && contract.dereference(properties[field]).readOnly !== true
  const sample = toSample(contract, media.schema) ?? {}
  const value = example ?? (isNode(sample) ? pickBy(sample, (_, field) => isSet(field)) : sample)
  if (files.length === 0) return { mediaType, value }
  const requiredFiles = files.filter((field) => required.includes(field))
  const names = requiredFiles.map((field) => [field, fileName(field, fields[field]?.mediaTypes)])
  return { mediaType, value: { ...toNode(value), ...Object.fromEntries(names) }, files }
}

/** Returns a file name with an extension from which curl and other tools derive the media type of the part. */
function fileName(field: string, [mediaType = '']: string[] = []): string {
  const ending = /^(?:image|application|text)\/(png|jpeg|gif|pdf|xml|html|svg)(?:\+xml)?$/.exec(mediaType)?.[1] ?? 'bin'
  return `${field}.${ending}`
}

/** Returns the parts of a form. The text of a file is its file name. */
export function formParts({ value }: SampleBody): [name: string, text: string][] {
  return writeParts(value).map(([name, part]) => [name, String(part)])
}
