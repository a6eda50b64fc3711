// What a body of a media type is, for those that read, check and write it. Names are in lower case, without parameters
// (RFC 9110, 8.3.1): `make generate` writes them so.

/** `form` and `multipart` are objects of fields. Nothing can check what is in `bytes`. */
export type BodyKind = 'json' | 'text' | 'form' | 'multipart' | 'bytes'

export function bodyKind(mediaType: string): BodyKind {
  if (/^[^/]+\/(?:[^+]+\+)*json$/.test(mediaType)) return 'json'
  if (mediaType === 'application/x-www-form-urlencoded') return 'form'
  if (mediaType === 'multipart/form-data') return 'multipart'
  const isText = mediaType.startsWith('text/') || /[/+](?:xml|yaml|javascript)$/.test(mediaType)
  return isText ? 'text' : 'bytes'
}

/** Whether a media type is one of a range, such as `image/*`. */
export function isInRange(mediaType: string, range: string): boolean {
  return range === '*/*' || (range.endsWith('/*') ? mediaType.startsWith(range.slice(0, -1)) : mediaType === range)
}

/** @returns The name that describes a media type best: itself, or the smallest range. */
export function mostSpecific(mediaType: string, names: readonly string[]): string | undefined {
  if (names.includes(mediaType)) return mediaType
  const ranges = names.filter((name) => name.endsWith('/*') && isInRange(mediaType, name))
  return ranges.find((range) => range !== '*/*') ?? ranges[0]
}
