// JSON Pointers (RFC 6901) into bodies and documents.

/** Escapes one reference token (section 3). */
export function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1')
}

export function unescapeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** @returns The keys of a pointer such as `/paths/~1items/get`, or of a reference such as `#/paths/~1a~1%7Bid%7D`. */
export function getKeys(pointer: string): string[] {
  const [start, ...tokens] = pointer.split('/')
  // A reference is a URI (section 6).
  return tokens.map((token) => unescapeToken(start === '' ? token : percentDecode(token)))
}

/** Decodes percent-encoded UTF-8. Returns any other string unchanged. */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function toPointer(keys: readonly string[]): string {
  return keys.map((key) => `/${escapeToken(key)}`).join('')
}

/** @returns The value at a pointer or a reference; `undefined` if there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  return getKeys(pointer).reduce<unknown>((node, key) => Object(node)[key], document)
}
