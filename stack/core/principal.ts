// The principal of a request: the subject of its token.

export interface Principal {
  /** Owner of the items of this principal. Two principals have different owners. */
  owner: string
  /** `sub` and `iss` of the token. Absent for a key that the product verifies; a mock knows no issuer. */
  subject?: string
  issuer?: string
  scopes: ReadonlySet<string>
}

/** Principal of each request without a token: all such requests have the same items. */
export const anonymous: Principal = { owner: '', scopes: new Set() }

/** Returns the owner as JSON, because an issuer and a subject may have any character. */
export function getOwner(issuer: string, subject: string): string {
  return JSON.stringify([issuer, subject])
}
