// The Idempotency-Key header: bare, or as the quoted string of the IETF draft. Both forms name the same key.
// https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/

export function idempotencyKey(header: string): string {
  return header.startsWith('"') ? header.slice(1, -1).replace(/\\(["\\])/g, '$1') : header
}
