// `POST /development-token`: signs in a page of this service, on this machine, without an identity provider. The page
// sends a login token or a session (token-verifier.ts) as its Bearer token. Other clients get 404.
import { readBearerToken } from '../../core/pipeline/authenticate.ts'
import type { HttpRequest } from '../../core/pipeline/http.ts'
import { Problem } from '../../core/problem.ts'
import { isLoopbackHost } from '../loopback.ts'
import type { Endpoint } from './pages.ts'

export const signInPath = '/development-token'
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']
const refusal =
  'Only a page of this service, on the same machine, gets a development token. It needs the login token of the link that the service prints.'

/**
 * @param secret The login token or the session that the page has sent; `undefined` for none.
 * @returns An access token with every scope, and the session to send for the next one: it is valid for 30 days, even
 *   after a restart of the service. `undefined` if the secret is not valid.
 */
export type SignIn = (secret: string | undefined) => Promise<{ token: string; session?: string } | undefined>

/** Responds with `{"token": "…", "session": "…"}`, or with 400 or 404. */
export function developmentTokenEndpoint(signIn: SignIn): Endpoint {
  return {
    methods: { allow: 'OPTIONS, POST' },
    async respond(request, { host }) {
      const tokens = isOwnPage(request, host.toLowerCase()) && (await signIn(readBearerToken(request))) // 400
      if (!tokens) throw new Problem('not-found', refusal)
      const content = JSON.stringify(tokens)
      const headers = { 'Cache-Control': 'no-store' }
      return { status: 200, headers, body: { mediaType: 'application/json', content } }
    },
  }
}

// A host name that resolves to loopback has a different Host (DNS rebinding), and a page on another port a different
// Origin. A request through a proxy could come from anyone.
function isOwnPage({ headers }: HttpRequest, host: string): boolean {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = headers
  return (
    isLoopbackHost(host) &&
    origin === `http://${host}` &&
    site === 'same-origin' &&
    proxyHeaders.every((name) => headers[name] === undefined)
  )
}
