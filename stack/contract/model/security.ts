// The security of the operations of a contract: the alternatives of each, and where a request has each credential.

import type { CredentialData } from '../../core/contract/contract.ts'
import { type Node, resolveNode, toNode } from './node.ts'

/** Returns the alternatives that a request can have and the service can verify; `undefined` without a credential. */
export function getSecurity(document: Node, operation: Node): CredentialData[][] | undefined {
  const alternatives = getRequirements(document, operation).flatMap((requirement) => {
    const credentials = Object.entries(requirement).map(([scheme, scopes]) => getCredential(document, scheme, scopes))
    return credentials.every((credential) => credential !== undefined) && canBeSent(credentials) ? [credentials] : []
  })
  return alternatives.some(({ length }) => length > 0) ? alternatives : undefined
}

/** A request has one Authorization header, so it cannot have a bearer token and Basic. */
export function canBeSent(credentials: readonly (Pick<CredentialData, 'in'> | undefined)[]): boolean {
  return !['bearer', 'basic'].every((scheme) => credentials.some((credential) => credential?.in === scheme))
}

export function getRequirements(document: Node, operation: Node): Node[] {
  const requirements = operation.security ?? document.security
  return Array.isArray(requirements) ? requirements.map(toNode) : []
}

export function getSecuritySchemes(document: Node): Node {
  return toNode(toNode(document.components).securitySchemes)
}

/** Returns the credential of a scheme; `undefined` if the service cannot verify it. */
export function getCredential(document: Node, scheme: string, scopes?: unknown): CredentialData | undefined {
  const { type, scheme: httpScheme, in: location, name } = resolveNode(document, getSecuritySchemes(document)[scheme])
  const common = { scheme, scopes: Array.isArray(scopes) ? scopes.map(String) : [] }
  // A separate check reports a scheme that does not exist.
  if (type === undefined || type === 'oauth2' || type === 'openIdConnect') return { ...common, in: 'bearer' }
  if (type === 'http') {
    const lower = String(httpScheme).toLowerCase()
    return lower === 'bearer' || lower === 'basic' ? { ...common, in: lower } : undefined
  }
  const isLocation = location === 'header' || location === 'query' || location === 'cookie'
  return type === 'apiKey' && isLocation ? { ...common, in: location, name: String(name) } : undefined
}

/** Returns the credentials of the first alternative that has any: samples and the client send them. */
export function defaultCredentials<T>(alternatives: T[][] = []): T[] {
  return alternatives.find(({ length }) => length > 0) ?? []
}
