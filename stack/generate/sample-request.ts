// The parts of a request that every code sample has.

import { querySerializer, toText } from '../client/parameter-text.ts'
import { bodyKind } from '../core/contract/media-types.ts'
import type { ExampleCall } from './code-samples.ts'

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

export function getHeaders({ parameters, body }: ExampleCall): [name: string, value: string][] {
  // A multipart form has a boundary, which only the sender knows.
  const mediaType =
    body && bodyKind(body.mediaType) !== 'multipart' ? [{ name: 'Content-Type', value: body.mediaType }] : []
  const texts = (group: string, encode: (text: string) => string) =>
    parameters
      .filter((one) => one.in === group)
      .map(({ name, value, style }) => ({ name, value: toText(value, style, encode) }))
  const cookies = texts('cookie', encodeURIComponent).map(({ name, value }) => `${name}=${value}`)
  const cookie = cookies.length > 0 ? [{ name: 'Cookie', value: cookies.join('; ') }] : []
  return [...texts('header', String), ...cookie, ...mediaType].map(({ name, value }) => [name, value])
}

// JSON on one line, with spaces. This is safe because a JSON string contains no line breaks.
export function jsonLine(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replace(/(?<=[[{])\n *|\n *(?=[\]}])/g, '')
    .replace(/\n */g, ' ')
}
