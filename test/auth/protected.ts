// The service in this process, with the verifier that it has where an identity provider is set.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { expect } from 'vitest'
import { createApp } from '../../server/app.ts'
import { type OidcParts, oidcIssuer } from '../../server/auth/oidc.ts'
import type { TokenJudge } from '../../server/auth/token.ts'
import { document, limits } from '../../server/contract/document.ts'
import { performBy } from '../../server/contract/typed-operations.ts'
import { createHttpServer, listen } from '../../server/http-server.ts'
import { plantOperations } from '../../server/plants.ts'
import { openSqliteStore } from '../../server/store/sqlite.ts'
import { audience } from './provider.ts'

export interface Protected extends AsyncDisposable {
  judge: TokenJudge
  list: (token: string) => Promise<Response>
  create: (token: string, name?: string) => Promise<Response>
  /** Why tokens could not be verified, as reported, oldest first. */
  reasons: string[]
}

/** @param parts Those of a provider as RFC 9068 has it, unless told otherwise. */
export async function startProtected(parts: Partial<OidcParts> & { issuer: string }): Promise<Protected> {
  const folder = await mkdtemp(join(tmpdir(), 'plants-'))
  const store = openSqliteStore(folder)
  const reasons: string[] = []
  const usual = { audience, tokenType: 'at+jwt', scopeClaim: 'scope' } as const
  const judge = oidcIssuer({ ...usual, report: (reason) => reasons.push(reason), ...parts })
  const { version } = document.info
  const real = { store, now: () => new Date(), newId: uuidv7, version, keptHours: limits.idempotencyKeyHours }
  const app = createApp({
    perform: performBy(plantOperations(real)),
    verify: judge.verify,
    requestsPerMinute: 0,
    allowsOrigin: () => false,
    report: (fault) => {
      throw fault
    },
  })
  const server = createHttpServer(app)
  const url = await listen(server, '127.0.0.1', 0)
  const ask = (token: string, init: RequestInit = {}) =>
    fetch(`${url}/plants`, {
      ...init,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(10_000),
    })
  return {
    judge,
    reasons,
    list: (token) => ask(token),
    create: (token, name = 'Fern') => ask(token, { method: 'POST', body: JSON.stringify({ name }) }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await store.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** A token that proves nothing gets one answer, whatever is wrong with it. */
export async function expectInvalid(answer: Response, detail = 'The token is not valid here.'): Promise<void> {
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
