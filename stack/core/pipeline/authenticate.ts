// Authenticates the principal of a request, and checks its scopes (RFC 6750 for Bearer, RFC 7617 for Basic).

import type { CredentialData, Security } from '../contract/contract.ts'
import { adviceFor, challengeScheme, isForgeable } from '../contract/credentials.ts'
import { fieldMessage } from '../contract/field-message.ts'
import { percentDecode } from '../contract/json-pointer.ts'
import { anonymous, type Principal } from '../principal.ts'
import { AnyProblem, invalidRequest, Problem, RequestRefusal, unavailable } from '../problem.ts'
import { requireSameSite } from './cross-site.ts'
import type { HttpRequest } from './http.ts'
import type { RequestTarget } from './target.ts'

/** The token is not valid. The client never learns why, except that a genuine token has expired. */
export class InvalidToken extends RequestRefusal {
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
 * @param host Host of the request, with its port if the client sent one; empty if it sent no host.
 * @returns A promise only if the verification is asynchronous.
 * @throws {InvalidToken}
 * @throws {KeysUnavailable}
 */
export type VerifyToken = (token: string, host: string) => Principal | Promise<Principal>

/**
 * Verifies the credentials of one security scheme that are not access tokens of the issuer.
 * @param credential The bearer token or the API key; `user:password` for Basic.
 * @returns `undefined` for a credential that is not valid.
 */
export type VerifyCredential = (credential: string) => Promise<Principal | undefined>

/** Verifiers by the name of the security scheme. */
export type Verifiers = Readonly<Record<string, VerifyCredential>>

const b64token = /^[A-Za-z0-9._~+/-]+=*$/

export interface Verification {
  verify: VerifyToken
  verifiers: Verifiers
  /** Realm of the challenges. */
  realm: string
  /** Origins whose pages may send a cookie from a browser without `Sec-Fetch-Site`, besides that of the service. */
  cookieOrigins: readonly string[]
}

type CredentialSource = Pick<RequestTarget, 'host' | 'query'>

/**
 * Returns the principal of the first alternative whose credentials are all present, are valid and have the scopes.
 * `anonymous`: no credential was sent, and none is needed.
 * @throws {Problem} 400 for a repeated header or parameter, 401, 403 without a scope or from another site, 503 without keys.
 */
export async function authenticate(
  request: HttpRequest,
  target: CredentialSource,
  security: Security,
  verification: Verification,
): Promise<Principal> {
  let refusal: AnyProblem | undefined
  for (const credentials of security.alternatives) {
    try {
      const principal = await authenticateWith(credentials, request, target, security, verification)
      if (principal !== undefined) return principal
    } catch (error) {
      if (!(error instanceof AnyProblem) || error.kind === 'invalid-request') throw error
      if (rank(error) > rank(refusal)) refusal = error
    }
  }
  if (refusal !== undefined) throw refusal
  const isSent = (credential: CredentialData) => readCredential(request, target, credential) !== undefined
  if (security.isOptional && !security.alternatives.flat().some(isSent)) return anonymous
  // Another scheme, or no token, is not a wrong token: the challenge has no error then (RFC 6750, section 3.1).
  throw createRefusal('unauthorized', adviceFor(security), security, verification)
}

/** @returns The principal of the first credential; `undefined` if a credential is missing. */
async function authenticateWith(
  credentials: CredentialData[],
  request: HttpRequest,
  target: CredentialSource,
  security: Security,
  verification: Verification,
): Promise<Principal | undefined> {
  let first: Principal | undefined
  for (const credential of credentials) {
    const received = readCredential(request, target, credential)
    if (received === undefined) return undefined
    const verifier = verification.verifiers[credential.scheme]
    let principal: Principal | undefined
    try {
      const verified = verifier ? verifier(received) : verification.verify(toToken(received, credential), target.host)
      principal = verified !== undefined && 'then' in verified ? await verified : verified
      if (principal === undefined) throw new InvalidToken()
    } catch (error) {
      // Never 401: a valid token must not look invalid because its issuer is down.
      if (error instanceof KeysUnavailable) throw unavailable('verify tokens', error)
      if (!(error instanceof InvalidToken)) throw error
      const parameters = `error="invalid_token", error_description="${error.message}"`
      throw createRefusal('unauthorized', error.message, security, verification, { credential, parameters })
    }
    for (const scope of credential.scopes) {
      if (principal.scopes.has(scope)) continue
      const detail = `This operation needs a token with the scope ${scope}.`
      const parameters = `error="insufficient_scope", error_description="${detail}", scope="${scope}"`
      throw createRefusal('insufficient-scope', detail, security, verification, { credential, parameters })
    }
    first ??= principal
  }
  if (isForgeable(request.method, credentials)) requireSameSite(request, target.host, verification.cookieOrigins)
  return first
}

/** Priority of a refusal: of several refusals, the one with the greatest priority is the response. */
function rank(refusal: AnyProblem | undefined): number {
  const priorities = ['unauthorized', 'insufficient-scope', 'cross-site-request', 'unavailable']
  return refusal === undefined ? -1 : priorities.indexOf(refusal.kind)
}

/** @throws {InvalidToken} */
function toToken(received: string, { in: location }: CredentialData): string {
  // The user name is not used.
  const token = location === 'basic' ? received.slice(received.indexOf(':') + 1) : received
  if (!b64token.test(token)) throw new InvalidToken()
  return token
}

/** Returns a refusal with a challenge for each scheme. @param reason Parameters for the challenge of its credential. */
function createRefusal(
  kind: 'unauthorized' | 'insufficient-scope',
  detail: string,
  { alternatives }: Security,
  { realm }: Verification,
  reason?: { credential: CredentialData; parameters: string },
): AnyProblem {
  const schemes = new Set(alternatives.flat().map(challengeScheme))
  const failedScheme = reason && challengeScheme(reason.credential)
  const challenges = [...schemes].map((scheme) => {
    return `${scheme} realm="${realm}"${scheme === failedScheme ? `, ${reason?.parameters}` : ''}`
  })
  return new Problem(kind, detail, { headers: { 'WWW-Authenticate': challenges.join(', ') } })
}

type HeaderFields = Pick<HttpRequest, 'headers' | 'repeatedHeaders'>

/**
 * Returns the token or the key, or `user:password`; `undefined` if the request does not have this credential.
 * @throws {Problem} 400 for a repeated header or parameter.
 */
export function readCredential(
  request: HeaderFields,
  target: Pick<RequestTarget, 'query'>,
  { in: location, name = '' }: CredentialData,
): string | undefined {
  if (location === 'bearer') return readBearerToken(request)
  if (location === 'query') return onlyValue(findValues(target.query, '&', name), { parameter: name })
  const text = headerValue(request, location === 'header' ? name : headerNames[location])
  if (location === 'header') return text || undefined
  if (location === 'cookie') return onlyValue(findValues(text, /; */, name), { header: 'Cookie' })
  return /^Basic +[^ ]/i.test(text) ? decodeBasicCredentials(text.slice(6)) : undefined
}

/** Returns the token after `Bearer` in the Authorization header. @throws {Problem} 400 for a repeated header. */
export function readBearerToken(request: HeaderFields): string | undefined {
  const text = headerValue(request, 'Authorization')
  // The expression matches the start only: a token has hundreds of characters.
  return /^Bearer +[^ ]/i.test(text) ? text.slice(7).trimStart() : undefined
}

const headerNames = { basic: 'Authorization', cookie: 'Cookie' }

function headerValue({ headers, repeatedHeaders }: HeaderFields, name: string): string {
  const field = name.toLowerCase()
  if (repeatedHeaders.includes(field)) throw invalidRequest({ header: name, detail: fieldMessage.repeated })
  return headers[field] ?? ''
}

function findValues(text: string, separator: string | RegExp, name: string): string[] {
  return text.split(separator).flatMap((pair) => {
    const [key = '', ...value] = pair.split('=')
    return percentDecode(key) === name ? [percentDecode(value.join('='))] : []
  })
}

function onlyValue(values: string[], name: { parameter: string } | { header: string }): string | undefined {
  if (values.length > 1) throw invalidRequest({ ...name, detail: fieldMessage.repeated })
  return values[0] || undefined
}

/** Returns `user:password`. Malformed Base64 is treated like a wrong password. */
function decodeBasicCredentials(encoded: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)))
  } catch {
    return ':'
  }
}
