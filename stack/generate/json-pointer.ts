// JSON Pointers (RFC 6901) in references and reports.

/** @returns The keys of a pointer such as `/paths/~1items/get`, or of a reference such as `#/paths/~1items~1%7Bid%7D/get`. */
export function getKeys(pointer: string): string[] {
  const [start, ...tokens] = pointer.split('/')
  return tokens.map((token) => (start === '' ? token : decoded(token)).replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** A reference is a URI (section 6). */
function decoded(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}

/** @returns What a pointer or a reference leads to; `undefined` if that is nothing. */
export function valueAt(document: unknown, pointer: string): unknown {
  return getKeys(pointer).reduce<unknown>((found, key) => Object(found)[key], document)
}

/** @returns A key as a pointer has it (section 3). */
export function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
