// Digests as text. The hash itself is a parameter: Node has a fast one, and a browser has none that is synchronous.

/** Returns 32 bytes (FIPS 180-4). */
export type Sha256 = (data: Uint8Array) => Uint8Array

/** RFC 4648, 5, without padding. */
export function toBase64url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
