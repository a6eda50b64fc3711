// Kinds of bodies by media type, and media ranges. Names are in lower case, without parameters (RFC 9110, 8.3.1):
// `make generate` writes them so.

import type { BodyKind } from './contract.ts'

export function bodyKind(mediaType: string): BodyKind {
  if (/^[^/]+\/(?:[^+]+\+)*json$/.test(mediaType)) return 'json'
  if (mediaType === 'application/x-www-form-urlencoded') return 'form'
  if (mediaType === 'multipart/form-data') return 'multipart'
  const isText = mediaType.startsWith('text/') || /[/+](?:xml|yaml|javascript)$/.test(mediaType)
  return isText ? 'text' : 'bytes'
}

export function matchesMediaRange(mediaType: string, range: string): boolean {
  if (range === '*/*') return true
  const [start = '', end] = range.split('*')
  if (end === undefined) return mediaType === range
  const isLonger = mediaType.length > start.length + end.length
  return isLonger && mediaType.startsWith(start) && mediaType.endsWith(end)
}

/** @returns The name that matches a media type best: itself, or the most specific range. */
export function findBestMatch(mediaType: string, names: readonly string[]): string | undefined {
  if (names.includes(mediaType)) return mediaType
  const ranges = names.filter((name) => matchesMediaRange(mediaType, name))
  return ranges.sort((first, second) => second.length - first.length)[0]
}

/** Returns the key of a request validator, as in express-openapi-validator. @param method In upper case. */
export function validatorKey(method: string, path: string, mediaType = 'not_provided'): string {
  return `${method}-${path}-${mediaType}`
}

/** Returns the media types with a request validator. `undefined` stands for no body, or one that nothing validates. */
export function validatedMediaTypes(mediaTypes: string[], requiresBody: boolean): (string | undefined)[] {
  const validated = mediaTypes.filter((mediaType) => mediaType.includes('*') || bodyKind(mediaType) !== 'bytes')
  const isAlwaysValidated = mediaTypes.every((mediaType) => ['json', 'form', 'multipart'].includes(bodyKind(mediaType)))
  return mediaTypes.length > 0 && requiresBody && isAlwaysValidated ? validated : [...validated, undefined]
}
