// Digests as text. They are a parameter: Node has a fast hash, and a browser has none that is synchronous.

/** Returns the SHA-256 (FIPS 180-4) of the text in UTF-8, as base64url. */
export type Digest = (text: string) => string

/** RFC 4648, 5, without padding. */
export function toBase64url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
