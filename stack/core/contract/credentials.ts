// The credentials that an operation needs, where a request has them, and how to send them.
import type { CredentialData } from './contract.ts'

export type CredentialLocation = Pick<CredentialData, 'in' | 'name'>

/**
 * How a user sends these credentials with curl.
 * @param token May be a shell variable or command, with double quotes.
 */
export function curlCredentials(credentials: readonly CredentialLocation[], token: string, quote: "'" | '"' = '"') {
  const options = credentials.flatMap(({ in: location, name = '' }) => {
    if (location === 'query') return []
    if (location === 'basic') return [`-u ${quote}:${token}${quote}`]
    const header = {
      bearer: 'Authorization: Bearer ',
      header: `${escaped(name)}: `,
      cookie: `Cookie: ${escaped(name)}=`,
    }
    return [`-H ${quote}${header[location]}${token}${quote}`]
  })
  const query = credentials.flatMap(({ in: location, name = '' }) =>
    location === 'query' ? [`${encodeURIComponent(name)}=${token}`] : [],
  )
  return { options, query }
}

/** Returns a name for double quotes. A name in single quotes has no quote: stack/contract/check/requests.ts. */
function escaped(name: string): string {
  return name.replaceAll(/["\\$`]/g, '\\$&')
}

/** What to send, for the detail of a 401. */
export function adviceFor({ alternatives }: { alternatives: CredentialLocation[][] }): string {
  // More of them are too long for one sentence.
  const ways = alternatives.slice(0, 3).map((all) => all.map(describeCredential).join(', and '))
  return `Send ${ways.join(', or ')}.`
}

function describeCredential({ in: location, name }: CredentialLocation): string {
  if (location === 'bearer') return 'a token in the Authorization header, as Bearer <token>'
  if (location === 'basic') return 'a user name and a token in the Authorization header, as Basic <credentials>'
  return location === 'query' ? `a key in the query parameter ${name}` : `a key in the ${location} ${name}`
}

/** The scheme of a challenge. No scheme is registered for API keys. */
export function challengeScheme({ in: location }: CredentialLocation): 'Bearer' | 'Basic' | 'ApiKey' {
  if (location === 'bearer') return 'Bearer'
  return location === 'basic' ? 'Basic' : 'ApiKey'
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/** Whether pages of other sites could change something: browsers add a cookie to the requests of any page. */
export function isForgeable(method: string, credentials: readonly Pick<CredentialLocation, 'in'>[]): boolean {
  return !safeMethods.includes(method.toUpperCase()) && credentials.some((credential) => credential.in === 'cookie')
}
