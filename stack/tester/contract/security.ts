// The credentials that an operation needs: those of its first alternative, which each request has.
import type { DocumentNode } from './document-node.ts'

export interface Credential {
  place: 'bearer' | 'basic' | 'header' | 'query' | 'cookie'
  /** Of the header, the query parameter or the cookie with an API key. */
  name: string
  scopes: string[]
}

export interface Security {
  /** Of the first alternative. Empty if the operation needs none. */
  credentials: Credential[]
  /** The scopes of these credentials. */
  scopes: string[]
  /** Whether a request without credentials is allowed. */
  isOptional: boolean
  /** Whether a bearer token is the only way. */
  isBearer: boolean
}

/** @param root The contract. @param operation One of its operations. */
export function readSecurity(root: DocumentNode, operation: DocumentNode): Security {
  const { securitySchemes: schemes = {} } = Object(root.value.components)
  const written = operation.value.security ?? root.value.security
  const alternatives = (Array.isArray(written) ? written : []).flatMap((requirement) => {
    const all = Object.entries<string[]>(Object(requirement)).map(([name, scopes]) =>
      getCredential(schemes[name], scopes),
    )
    return all.every((one) => one !== undefined) ? [all] : []
  })
  const needed = alternatives.filter(({ length }) => length > 0)
  const [credentials = []] = needed
  return {
    credentials,
    scopes: [...new Set(credentials.flatMap(({ scopes }) => scopes))],
    isOptional: needed.length < alternatives.length || needed.length === 0,
    isBearer: needed.length > 0 && needed.every((all) => all.length === 1 && all[0]?.place === 'bearer'),
  }
}

/** `undefined` for a scheme that no service of this project verifies. */
function getCredential(scheme: unknown, scopes: string[]): Credential | undefined {
  const { type, scheme: httpScheme, in: place, name = '' } = Object(scheme)
  if (type === 'apiKey') return { place, name, scopes }
  if (type === 'oauth2' || type === 'openIdConnect') return { place: 'bearer', name, scopes }
  const lower = String(httpScheme).toLowerCase()
  return type === 'http' && (lower === 'bearer' || lower === 'basic') ? { place: lower, name, scopes } : undefined
}
