// RFC 6750: from the Authorization header to a caller who may run an operation.
import type { IncomingMessage } from 'node:http'
import { invalidRequest, Problem } from '../problem.ts'
import type { Caller } from './caller.ts'
import { InvalidToken, KeysUnavailable, type VerifyToken } from './token.ts'

const challenge = 'Bearer realm="plants"'
const retryAfterSeconds = 5

/**
 * The caller, if its token is good and has every scope of `scopes`.
 * @throws {Problem} 400 for a repeated header, 401 without a valid token, 403 with too little scope.
 */
export async function authenticate(req: IncomingMessage, scopes: string[], verify: VerifyToken): Promise<Caller> {
  const [authorization, second] = req.headersDistinct.authorization ?? []
  if (second !== undefined) throw invalidRequest({ header: 'Authorization', detail: 'must be given once' })
  const token = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) {
    throw new Problem('/problems/unauthorized', 'Send a token in the Authorization header, as Bearer <token>.', {
      headers: { 'WWW-Authenticate': challenge },
    })
  }
  const caller = await verified(token, req, verify)
  for (const scope of scopes) if (!caller.scopes.has(scope)) throw insufficientScope(scope)
  return caller
}

async function verified(token: string, req: IncomingMessage, verify: VerifyToken): Promise<Caller> {
  try {
    return await verify(token, req.headers.host)
  } catch (error) {
    if (error instanceof KeysUnavailable) throw unavailable(error)
    if (!(error instanceof InvalidToken)) throw error
    const detail = error.expired ? 'The token has expired.' : 'The token is not valid here.'
    throw new Problem('/problems/unauthorized', detail, {
      headers: { 'WWW-Authenticate': `${challenge}, error="invalid_token", error_description="${detail}"` },
    })
  }
}

// Never 401: a good token must not look bad because its issuer is down.
function unavailable(cause: KeysUnavailable): Problem {
  const detail = `Tokens cannot be verified just now. Try again in ${retryAfterSeconds} seconds.`
  return new Problem('/problems/unavailable', detail, { headers: { 'Retry-After': String(retryAfterSeconds) }, cause })
}

function insufficientScope(scope: string): Problem {
  const detail = `This operation needs a token with the scope ${scope}.`
  return new Problem('/problems/insufficient-scope', detail, {
    headers: {
      'WWW-Authenticate': `${challenge}, error="insufficient_scope", error_description="${detail}", scope="${scope}"`,
    },
  })
}
