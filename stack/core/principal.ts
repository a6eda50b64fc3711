// The principal of a request, such as the subject of its token.

export interface Principal {
  /** Owner of the items of this principal. Two principals have different owners. */
  owner: string
  /** `sub` and `iss` of the token. Absent for credentials that the product verifies; a mock knows no issuer. */
  subject?: string
  issuer?: string
  scopes: ReadonlySet<string>
}

/** Principal of every request without credentials, or to an operation that needs none: they share their items. */
export const anonymous: Principal = { owner: '', scopes: new Set() }

/** Returns the owner as JSON, because an issuer and a subject may contain any character. */
export function getOwner(issuer: string, subject: string): string {
  return JSON.stringify([issuer, subject])
}
