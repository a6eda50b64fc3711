// A real service for a test: listening on a free port of loopback, with its data in a folder of its own.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { createApp } from '../server/app.ts'
import { developmentIssuer } from '../server/auth/development.ts'
import type { Operations } from '../server/contract/typed-operations.ts'
import { plantOperations } from '../server/plants.ts'
import { openSqliteStore } from '../server/store/sqlite.ts'

export interface Service extends AsyncDisposable {
  url: string
  /** A token of its own issuer; all scopes unless told otherwise. */
  token: (subject?: string, scope?: string) => Promise<string>
  /** Sends a request with a token for `gardener`, unless `init` has an Authorization header. */
  request: (path: string, init?: RequestInit) => Promise<Response>
  /** Faults of ours that were reported, oldest first. */
  faults: unknown[]
}

export interface ServiceOptions {
  now?: () => Date
  newId?: () => string
  /** Operations in place of the real ones, to see what the road makes of their answers. */
  operations?: Partial<Operations>
}

export async function startService({ now, newId, operations }: ServiceOptions = {}): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'plants-'))
  const issuer = await developmentIssuer(folder)
  const store = openSqliteStore(folder)
  const faults: unknown[] = []
  const app = createApp({
    operations: {
      ...plantOperations({ store, now: now ?? (() => new Date()), newId: newId ?? uuidv7 }),
      ...operations,
    },
    verify: issuer.verify,
    report: (fault) => faults.push(fault),
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // An address, not a path: it listens on a port.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const token = (subject = 'gardener', scope = 'plants:read plants:write') => issuer.sign({ subject, scope })

  return {
    url,
    token,
    faults,
    async request(path, init = {}) {
      const headers = new Headers(init.headers)
      if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${await token()}`)
      return fetch(url + path, { ...init, headers })
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await store.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** A POST of a JSON body. */
export function json(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
}
