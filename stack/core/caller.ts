// The caller of an operation.

export interface Caller {
  /** One text for one caller: equal for the same caller, different for any two. It owns the caller's items. */
  owner: string
  /** `sub` and `iss` of the token. Absent for a key that the product verifies; a mock knows no issuer. */
  subject?: string
  issuer?: string
  scopes: ReadonlySet<string>
}

/** The caller of an operation that needs no token: everybody, so all have the same items. */
export const anonymous: Caller = { owner: '', scopes: new Set() }

/** Returns the owner as JSON, because an issuer and a subject may have any character. */
export function getOwner(issuer: string, subject: string): string {
  return JSON.stringify([issuer, subject])
}
