// `POST /development-token`: signs in a page of this service, on this machine, without an identity provider. The page sends a
// key or a session (token-verifier.ts) as its Bearer token. Everybody else gets the 404 of a path that does not exist.
import type { Request, Response } from 'express'
import type { Contract } from '../../core/contract/contract.ts'
import { methodNotAllowed } from '../../core/contract/routes.ts'
import type { HttpRequest } from '../../core/pipeline/http.ts'
import type { Pipeline } from '../../core/pipeline/pipeline.ts'
import { bearerToken } from '../../core/pipeline/read-credential.ts'
import { readTarget } from '../../core/pipeline/target.ts'
import { Problem } from '../../core/problem.ts'
import { isLoopbackHost } from '../loopback.ts'
import { send, toHttpRequest } from './express-adapter.ts'

export const signInPath = '/development-token'
const methods = { allow: 'OPTIONS, POST' }
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']
const refusal =
  'Only a page of this service, on the same machine, gets a development token. It needs the key of the link that the service prints.'

/**
 * @param secret The key or the session that the page has sent; `undefined` for none.
 * @returns An access token with every scope, and the session to send for the next token: it is valid for 30 days, also after a
 *   restart of the service. `undefined` if the secret is not valid.
 */
export type SignIn = (secret: string | undefined) => Promise<{ token: string; session?: string } | undefined>

export interface DevelopmentTokenEndpoint {
  path: string
  /** Sends `{"token": "…", "session": "…"}`. @throws {Problem} 414, 400, 404, 405 */
  serve: (req: Request, res: Response) => Promise<void>
}

export function developmentTokenEndpoint(
  { limits }: Contract,
  signIn: SignIn,
  { respondToOptions }: Pipeline,
): DevelopmentTokenEndpoint {
  return {
    path: signInPath,
    async serve(req, res) {
      const request = toHttpRequest(req, res)
      const { host } = readTarget(request, limits) // 414, 400
      if (req.method === 'OPTIONS') return send(res, respondToOptions(request, methods))
      if (req.method !== 'POST') throw methodNotAllowed(methods)
      const signedIn = isOwnPage(request, host.toLowerCase()) && (await signIn(bearerToken(request))) // 400
      if (!signedIn) throw new Problem('not-found', refusal)
      const content = JSON.stringify(signedIn)
      const headers = { 'Cache-Control': 'no-store' }
      send(res, { status: 200, headers, body: { mediaType: 'application/json', content } })
    },
  }
}

// A name that resolves to loopback has another Host (DNS rebinding). A page on another port has another Origin. A proxy may
// replace the Host, but then it has others as its callers.
function isOwnPage({ headers }: HttpRequest, host: string): boolean {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = headers
  return (
    isLoopbackHost(host) &&
    origin === `http://${host}` &&
    site === 'same-origin' &&
    proxyHeaders.every((name) => headers[name] === undefined)
  )
}
