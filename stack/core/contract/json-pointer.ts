// JSON Pointers (RFC 6901), by which a problem names a field of a body.

/** One reference token (section 3). */
export function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1')
}

export function unescapeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** Length of a name in a problem, as the contract allows it. */
export const maxNameLength = 500

/** Cut to that length: never in half a surrogate pair or half an escape. */
export function truncate(name: string): string {
  return name.length <= maxNameLength ? name : name.slice(0, maxNameLength).replace(/(?:[\ud800-\udbff]|~)$/, '')
}
