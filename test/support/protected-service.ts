// The service in this process, with the verifier that it has for an identity provider.
import { expect } from 'vitest'
import type { TokenVerifier } from '../../server/auth/access-token.ts'
import { audience } from './identity-provider.ts'
import { startService } from './service.ts'

export interface Protected extends AsyncDisposable {
  verifier: TokenVerifier
  list: (token: string) => Promise<Response>
  create: (token: string, name?: string) => Promise<Response>
  /** Reasons why tokens could not be verified, as logged, oldest first. */
  reasons: string[]
}

/** @param settings Of the service; AUTH_ISSUER among them. Default: a provider that follows RFC 9068. */
export async function startProtected(settings: { AUTH_ISSUER: string } & Record<string, string>): Promise<Protected> {
  const service = await startService({ settings: { AUTH_AUDIENCE: audience, ...settings } })
  const ask = (token: string, init: RequestInit = {}) =>
    service.request('/plants', {
      ...init,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(10_000),
    })
  return {
    verifier: service.verifier,
    get reasons() {
      return service.log.flatMap(({ reason }) => (typeof reason === 'string' ? [reason] : []))
    },
    list: (token) => ask(token),
    create: (token, name = 'Fern') => ask(token, { method: 'POST', body: JSON.stringify({ name }) }),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

/** A token that proves nothing gets one answer, whatever is wrong with it. */
export async function expectInvalid(
  answer: Response,
  detail = 'The token is not valid for this service.',
): Promise<void> {
  expect(await answer.json()).toMatchObject({ type: '/problems/unauthorized', status: 401, detail })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('WWW-Authenticate')).toContain('error="invalid_token"')
}

/** Nothing can be said of the token: the caller is told to come again, and never that it is bad. */
export async function expectUnavailable(answer: Response): Promise<void> {
  expect(await answer.json()).toMatchObject({ type: '/problems/unavailable', status: 503 })
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(answer.headers.get('WWW-Authenticate')).toBeNull()
}

/** Waits until it is so; says what it was at last where it never is. */
export async function within<T>(seconds: number, look: () => Promise<T>, wanted: T): Promise<void> {
  const end = performance.now() + seconds * 1000
  let seen = await look()
  while (seen !== wanted && performance.now() < end) {
    await new Promise((done) => setTimeout(done, 100))
    seen = await look()
  }
  expect(seen).toBe(wanted)
}
