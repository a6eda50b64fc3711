// Advice on the credentials of an operation, and their challenges.
import type { CredentialData } from './contract.ts'

export type CredentialLocation = Pick<CredentialData, 'in' | 'name'>

/**
 * Returns the curl options and the query parameters that send these credentials.
 * @param token May be a shell variable or a command substitution, within double quotes.
 */
export function curlCredentials(credentials: readonly CredentialLocation[], token: string, quote: "'" | '"' = '"') {
  const options = credentials.flatMap(({ in: location, name = '' }) => {
    if (location === 'query') return []
    if (location === 'basic') return [`-u ${quote}:${token}${quote}`]
    const header = {
      bearer: 'Authorization: Bearer ',
      header: `${escapeForShell(name)}: `,
      cookie: `Cookie: ${escapeForShell(name)}=`,
    }
    return [`-H ${quote}${header[location]}${token}${quote}`]
  })
  const query = credentials.flatMap(({ in: location, name = '' }) =>
    location === 'query' ? [`${encodeURIComponent(name)}=${token}`] : [],
  )
  return { options, query }
}

/** Escapes a name for double quotes. */
function escapeForShell(name: string): string {
  return name.replaceAll(/["\\$`]/g, '\\$&')
}

/** Returns what to send, for the detail of a 401. */
export function adviceFor({ alternatives }: { alternatives: CredentialLocation[][] }): string {
  // More alternatives are too long for one sentence.
  const ways = alternatives.slice(0, 3).map((all) => all.map(describeCredential).join(', and '))
  return `Send ${ways.join(', or ')}.`
}

function describeCredential({ in: location, name }: CredentialLocation): string {
  if (location === 'bearer') return 'a token in the Authorization header, as Bearer <token>'
  if (location === 'basic') return 'a user name and a token in the Authorization header, as Basic <credentials>'
  return location === 'query' ? `a key in the query parameter ${name}` : `a key in the ${location} ${name}`
}

/** Returns the scheme of a challenge. No scheme is registered for API keys. */
export function challengeScheme({ in: location }: CredentialLocation): 'Bearer' | 'Basic' | 'ApiKey' {
  if (location === 'bearer') return 'Bearer'
  return location === 'basic' ? 'Basic' : 'ApiKey'
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/** Whether pages of other sites could change data: browsers add a cookie to the requests of any page. */
export function isForgeable(method: string, credentials: readonly Pick<CredentialLocation, 'in'>[]): boolean {
  return !safeMethods.includes(method.toUpperCase()) && credentials.some((credential) => credential.in === 'cookie')
}
