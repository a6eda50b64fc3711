// A chapter of the docs: the credentials of each security scheme.

import type { CredentialData } from '../core/contract/contract-data.ts'
import { toNode } from './complete/node.ts'
import { getCredential, getSchemes } from './complete/security.ts'
import type { Contract } from './contract.ts'

/** The descriptions of the schemes, or else where a request has each credential. */
export function authentication({ document, operations }: Contract): string {
  if (operations.every(({ needsToken }) => !needsToken)) return 'No operation needs credentials.'
  const schemes = Object.entries(getSchemes(toNode(document)))
  return schemes.map(([name, scheme]) => described(toNode(scheme)) ?? place(document, name)).join('\n\n')
}

function described({ description }: { description?: unknown }): string | undefined {
  return typeof description === 'string' && description.trim() !== '' ? description.trim() : undefined
}

function place(document: Contract['document'], scheme: string): string {
  const credential = getCredential(toNode(document), scheme)
  if (credential === undefined) return `\`${scheme}\`: this service does not verify it.`
  return `\`${scheme}\`: ${places[credential.in](credential)}.`
}

const places: Record<CredentialData['in'], (credential: CredentialData) => string> = {
  bearer: () => 'send a token in a header, as `Authorization: Bearer <token>`',
  basic: () => 'send a user name and a password in a header, as `Authorization: Basic <credentials>`',
  header: ({ name }) => `send a key in the header \`${name}\``,
  query: ({ name }) => `send a key in the query parameter \`${name}\``,
  cookie: ({ name }) => `send a key in the cookie \`${name}\``,
}
