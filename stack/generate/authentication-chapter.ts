// A chapter of the docs: the credentials of each security scheme.

import type { CredentialData } from '../core/contract/contract-data.ts'
import { toNode } from './complete/node.ts'
import { getCredential, getSchemes } from './complete/security.ts'
import type { Contract } from './contract.ts'

/** The descriptions of the schemes, or else where a request has each credential. */
export function authentication({ document, operations }: Contract): string {
  if (operations.every(({ needsToken }) => !needsToken)) return 'No operation needs credentials.'
  const schemes = Object.entries(getSchemes(toNode(document)))
  const texts = schemes.map(([name, scheme]) => described(toNode(scheme)) ?? place(document, name))
  const hasToken = operations.some(({ alternatives = [] }) => alternatives.flat().some((one) => one.in === 'bearer'))
  return [...texts, ...(hasToken ? [expiry] : [])].join('\n\n')
}

// The issuer for development is stack/server/auth/development-issuer.ts.
const expiry = `A token is valid until the time in its claim \`exp\`. The issuer decides how long that is. A development token, which
the service signs itself, expires after 8 hours.

A request with a token that has expired gets 401, and its \`WWW-Authenticate\` has \`error="invalid_token"\`. It has changed
nothing. Get a new token, and send the request again. A request without a token gets 401 too.`

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
