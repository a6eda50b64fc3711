// The request that the code samples of an operation send.

import { querySerializer, toText } from '../client/parameter-text.ts'
import type { Place } from '../core/contract/credentials.ts'
import { bodyKind } from '../core/contract/media-types.ts'
import { serverOrigin } from './complete/base-paths.ts'
import { toNode } from './complete/node.ts'
import { usualCredentials } from './complete/security.ts'
import type { Contract, Operation } from './contract.ts'
import { clientStyle } from './parameter-types.ts'
import { hasClientPackage } from './product.ts'
import { givenExample } from './sample.ts'
import { sampleBody } from './sample-body.ts'

export type ExampleCall = ReturnType<typeof exampleCall>

/** One call of an operation, with the values of its examples. */
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
