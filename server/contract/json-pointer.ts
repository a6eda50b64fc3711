// RFC 6901: parts of a JSON Pointer, as a problem names fields by it.

/** One reference token (section 3). */
export function escapePart(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** As much of a pointer, or of a name, as the contract lets it be: without half a surrogate pair or half an escape. */
export function cut(name: string): string {
  return name.slice(0, 500).replace(/(?:[\ud800-\udbff]|~)$/, '')
}
