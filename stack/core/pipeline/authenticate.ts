// RFC 6750: from the Authorization header to a caller who may run an operation.
import type { Caller } from '../caller.ts'
import { invalidRequest, Problem, unavailable } from '../problem.ts'
import type { HttpRequest } from './http.ts'
import type { RequestTarget } from './target.ts'

/** The token is not valid. The caller never learns why, except that a genuine token has expired. */
export class InvalidToken extends Error {
  override readonly name = 'InvalidToken'
  readonly isExpired: boolean

  constructor(isExpired = false) {
    super(isExpired ? 'The token has expired.' : 'The token is not valid for this service.')
    this.isExpired = isExpired
  }
}

/** The issuer's keys are not available, so no token can be verified now. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable'
}

/**
 * @param host The name or address that the client called, as in `Host`; empty if it sent none.
 * @throws {InvalidToken}
 * @throws {KeysUnavailable}
 */
export type VerifyToken = (token: string, host: string) => Promise<Caller>

const b64token = /^[A-Za-z0-9._~+/-]+=*$/

export interface Verification {
  verify: VerifyToken
  /** For a request without a valid token (RFC 6750, 3). */
  challenge: string
}

/**
 * Returns the caller if its token is valid and has every scope of `scopes`.
 * @throws {Problem} 400 for a repeated header, 401 without a valid token, 403 without a scope, 503 without keys.
 */
export async function authenticate(
  request: HttpRequest,
  { host }: Pick<RequestTarget, 'host'>,
  scopes: string[],
  { verify, challenge }: Verification,
): Promise<Caller> {
  const token = bearerToken(request)
  // Another scheme, or no token, is not a wrong token: the challenge has no error then (RFC 6750, section 3.1).
  if (token === undefined) throw unauthorized('Send a token in the Authorization header, as Bearer <token>.', challenge)
  const caller = await verified(token, host, verify, challenge)
  for (const scope of scopes) if (!caller.scopes.has(scope)) throw insufficientScope(scope, challenge)
  return caller
}

/** Returns what follows `Bearer` in the Authorization header. @throws {Problem} 400 for a repeated header. */
export function bearerToken({ headers, repeatedHeaders }: HttpRequest): string | undefined {
  const { authorization = '' } = headers
  if (repeatedHeaders.includes('authorization'))
    throw invalidRequest({ header: 'Authorization', detail: 'must not be repeated' })
  // The expression reads the start only: a token has hundreds of characters.
  return /^Bearer +[^ ]/i.test(authorization) ? authorization.slice(7).trimStart() : undefined
}

async function verified(token: string, host: string, verify: VerifyToken, challenge: string): Promise<Caller> {
  try {
    if (!b64token.test(token)) throw new InvalidToken()
    return await verify(token, host)
  } catch (error) {
    // Never 401: a valid token must not look invalid because its issuer is down.
    if (error instanceof KeysUnavailable) throw unavailable('verify tokens', error)
    if (!(error instanceof InvalidToken)) throw error
    const parameters = `, error="invalid_token", error_description="${error.message}"`
    throw unauthorized(error.message, challenge + parameters)
  }
}

function unauthorized(detail: string, challenge: string): Problem {
  return new Problem('unauthorized', detail, { headers: { 'WWW-Authenticate': challenge } })
}

function insufficientScope(scope: string, challenge: string): Problem {
  const detail = `This operation needs a token with the scope ${scope}.`
  const parameters = `, error="insufficient_scope", error_description="${detail}", scope="${scope}"`
  return new Problem('insufficient-scope', detail, {
    headers: { 'WWW-Authenticate': challenge + parameters },
  })
}
