// Who is calling.

export interface Caller {
  /** Issuer and subject as one text: the same for the same caller, different for any two. Keys the caller's plants. */
  owner: string
  scopes: ReadonlySet<string>
}

/** As JSON, because the two may hold anything, a space, a NUL or half a surrogate pair included. */
export function ownerOf(issuer: string, subject: string): string {
  return JSON.stringify([issuer, subject])
}
