// JSON Pointers (RFC 6901) in references and reports.

/** @returns The keys of a pointer such as `#/paths/~1items/get`. */
export function keysOf(pointer: string): string[] {
  const [, ...tokens] = pointer.split('/')
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** @returns A key as a pointer has it (section 3). */
export function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
