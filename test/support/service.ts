// A real service for a test: listening on a free port of loopback, with its data in a folder of its own.
import { mkdtemp, rm } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { createApp } from '../../server/app.ts'
import { developmentIssuer } from '../../server/auth/development.ts'
import { isLoopbackOrigin } from '../../server/auth/loopback.ts'
import type { VerifyToken } from '../../server/auth/token.ts'
import { document, limits } from '../../server/contract/document.ts'
import { type Operations, performBy } from '../../server/contract/typed-operations.ts'
import { createHttpServer, listen } from '../../server/http-server.ts'
import { plantOperations } from '../../server/plants.ts'
import { openSqliteStore } from '../../server/store/sqlite.ts'

export interface Service extends AsyncDisposable {
  url: string
  /** A token of its own issuer; all scopes unless told otherwise. */
  token: (subject?: string, scope?: string) => Promise<string>
  /** Sends a request with a token for `gardener`, unless `init` has an Authorization header. */
  request: (path: string, init?: RequestInit) => Promise<Response>
  /** Faults of ours that were reported, oldest first. */
  faults: unknown[]
  /** Where the service keeps its data and its key. */
  folder: string
}

export interface ServiceOptions {
  now?: () => Date
  newId?: () => string
  /** Names each answer. */
  newRequestId?: () => string
  /** Instead of that of its own issuer. */
  verify?: VerifyToken
  /** Operations in place of the real ones, to see what the road makes of their answers. */
  operations?: Partial<Operations>
  /** Of one caller; no limits unless told otherwise. */
  requestsPerMinute?: number
  /** As Express takes it. */
  trustProxy?: number | string[] | false | undefined
  /** What stands around the app, to meddle with what it is given. */
  road?: (app: RequestListener) => RequestListener
  /** A data folder to use, and to leave, instead of one that goes with the service. */
  folder?: string
}

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { now, newId, newRequestId, operations } = options
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'plants-')))
  const issuer = await developmentIssuer(folder)
  const store = openSqliteStore(folder)
  const faults: unknown[] = []
  const real = plantOperations({
    store,
    now: now ?? (() => new Date()),
    newId: newId ?? uuidv7,
    version: document.info.version,
    keptHours: limits.idempotencyKeyHours,
  })
  const app = createApp({
    perform: performBy({ ...real, ...operations }),
    verify: options.verify ?? issuer.verify,
    requestsPerMinute: options.requestsPerMinute ?? 0,
    trustProxy: options.trustProxy ?? false,
    allowsOrigin: isLoopbackOrigin,
    report: (fault) => faults.push(fault),
    ...(newRequestId && { newRequestId }),
  })
  const server = createHttpServer(options.road?.(app) ?? app, newRequestId && { newRequestId })
  const url = await listen(server, '127.0.0.1', 0)
  const token = (subject = 'gardener', scope = 'plants:read plants:write') => issuer.sign({ subject, scope })

  return {
    url,
    token,
    faults,
    folder,
    async request(path, init = {}) {
      const headers = new Headers(init.headers)
      if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${await token()}`)
      return fetch(url + path, { ...init, headers })
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await store.close()
      if (options.folder === undefined) await rm(folder, { recursive: true })
    },
  }
}

/** What the service and the mock have in common. */
export type Face = Pick<Service, 'url' | 'token' | 'request' | 'faults'> & AsyncDisposable

/** A real mock, listening; any token will do. */
export async function startMock(): Promise<Face> {
  // Only when it is wanted: Prism takes half a second to load.
  const { createMock } = await import('../../server/mock.ts')
  const faults: unknown[] = []
  const server = createHttpServer(await createMock((fault) => faults.push(fault)))
  const url = await listen(server, '127.0.0.1', 0)
  return {
    url,
    faults,
    token: async () => 'any',
    async request(path, init = {}) {
      const headers = new Headers(init.headers)
      if (!headers.has('Authorization')) headers.set('Authorization', 'Bearer any')
      return fetch(url + path, { ...init, headers })
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** For tests of what does not depend on plants: both must do the same. */
export const faces: [name: string, start: () => Promise<Face>][] = [
  ['the service', startService],
  ['the mock', startMock],
]

/** A POST of a JSON body. */
export function json(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
}
