// Puts the token of a request where the contract says. The URLs in errors and in the cache do not have it.

import type { CredentialLocation } from './contract.ts'

/** Adds the token at each location. @param credentials Default: as a bearer token. */
export function addToken(
  credentials: readonly CredentialLocation[] = [{ in: 'bearer' }],
  token: string,
  headers: Headers,
  url: URL,
): void {
  for (const { in: location, name = '' } of credentials) {
    if (location === 'bearer') headers.set('Authorization', `Bearer ${token}`)
    // A password without a user name, or `user:password` (RFC 7617).
    else if (location === 'basic')
      headers.set('Authorization', `Basic ${btoa(token.includes(':') ? token : `:${token}`)}`)
    else if (location === 'header') headers.set(name, token)
    else if (location === 'query')
      url.search += `${url.search && '&'}${encodeURIComponent(name)}=${encodeURIComponent(token)}`
    // A browser ignores this header, and sends its own cookies.
    else headers.append('Cookie', `${name}=${token}`)
  }
}
