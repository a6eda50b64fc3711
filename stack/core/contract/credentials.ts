// The credentials that an operation needs, where a request has them, and how to send them.
import type { CredentialData } from './contract.ts'

export type Place = Pick<CredentialData, 'in' | 'name'>

/**
 * How a person sends these credentials with curl.
 * @param token In double quotes, the shell replaces a variable or a command.
 */
export function curlCredentials(credentials: readonly Place[], token: string, quote: "'" | '"' = '"') {
  const options = credentials.flatMap(({ in: place, name = '' }) => {
    if (place === 'query') return []
    if (place === 'basic') return [`-u ${quote}:${token}${quote}`]
    const header = {
      bearer: 'Authorization: Bearer ',
      header: `${escaped(name)}: `,
      cookie: `Cookie: ${escaped(name)}=`,
    }
    return [`-H ${quote}${header[place]}${token}${quote}`]
  })
  const query = credentials.flatMap(({ in: place, name = '' }) =>
    place === 'query' ? [`${encodeURIComponent(name)}=${token}`] : [],
  )
  return { options, query }
}

/** Returns a name for double quotes. A name in single quotes has no quote: stack/contract/check/requests.ts. */
function escaped(name: string): string {
  return name.replaceAll(/["\\$`]/g, '\\$&')
}

/** What to send, for the detail of a 401. */
export function adviceFor({ alternatives }: { alternatives: Place[][] }): string {
  // More of them are too long for one sentence.
  const ways = alternatives.slice(0, 3).map((all) => all.map(inWords).join(', and '))
  return `Send ${ways.join(', or ')}.`
}

function inWords({ in: place, name }: Place): string {
  if (place === 'bearer') return 'a token in the Authorization header, as Bearer <token>'
  if (place === 'basic') return 'a user name and a token in the Authorization header, as Basic <credentials>'
  return place === 'query' ? `a key in the query parameter ${name}` : `a key in the ${place} ${name}`
}

/** The scheme of a challenge. No scheme is registered for API keys. */
export function challengeScheme({ in: place }: Place): 'Bearer' | 'Basic' | 'ApiKey' {
  if (place === 'bearer') return 'Bearer'
  return place === 'basic' ? 'Basic' : 'ApiKey'
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/** Whether pages of other sites could change something: browsers add a cookie to the requests of any page. */
export function isForgeable(method: string, credentials: readonly Pick<Place, 'in'>[]): boolean {
  return !safeMethods.includes(method.toUpperCase()) && credentials.some((one) => one.in === 'cookie')
}
