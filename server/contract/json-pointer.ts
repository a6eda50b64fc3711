// RFC 6901, 3: one reference token of a JSON Pointer.

export function escapePart(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1')
}
