// What a body of a media type is, for those that read, check and write it. Names are in lower case, without parameters
// (RFC 9110, 8.3.1): `make generate` writes them so.

import type { BodyKind } from './contract.ts'

export function bodyKind(mediaType: string): BodyKind {
  if (/^[^/]+\/(?:[^+]+\+)*json$/.test(mediaType)) return 'json'
  if (mediaType === 'application/x-www-form-urlencoded') return 'form'
  if (mediaType === 'multipart/form-data') return 'multipart'
  const isText = mediaType.startsWith('text/') || /[/+](?:xml|yaml|javascript)$/.test(mediaType)
  return isText ? 'text' : 'bytes'
}

export function isInRange(mediaType: string, range: string): boolean {
  if (range === '*/*') return true
  const [start = '', end] = range.split('*')
  if (end === undefined) return mediaType === range
  const isLonger = mediaType.length > start.length + end.length
  return isLonger && mediaType.startsWith(start) && mediaType.endsWith(end)
}

/** @returns The name that describes a media type best: itself, or the smallest range. */
export function findBestMatch(mediaType: string, names: readonly string[]): string | undefined {
  if (names.includes(mediaType)) return mediaType
  const ranges = names.filter((name) => isInRange(mediaType, name))
  return ranges.sort((first, second) => second.length - first.length)[0]
}

/** The key of a compiled validator of a request, as express-openapi-validator makes it. @param method In upper case. */
export function validatorKey(method: string, path: string, mediaType = 'not_provided'): string {
  return `${method}-${path}-${mediaType}`
}

/** Returns the media types with a validator of requests; `undefined` for no body, and for a body that nothing validates. */
export function validatedMediaTypes(mediaTypes: string[], requiresBody: boolean): (string | undefined)[] {
  const validated = mediaTypes.filter((mediaType) => mediaType.includes('*') || bodyKind(mediaType) !== 'bytes')
  const isAlwaysValidated = mediaTypes.every((mediaType) => ['json', 'form', 'multipart'].includes(bodyKind(mediaType)))
  return mediaTypes.length > 0 && requiresBody && isAlwaysValidated ? validated : [...validated, undefined]
}
