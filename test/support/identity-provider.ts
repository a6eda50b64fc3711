// A real OpenID Connect provider (the package oidc-provider) on loopback, with keys of its own and two clients. Parts of it
// can be made to fail.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { AdapterPayload, Adapter as ProviderAdapter } from 'oidc-provider'

export const audience = 'https://plants.example.com'
export const allScopes = 'plants:read plants:write'

/** How a part of the provider answers instead of doing what it should. */
export type Fault = (res: ServerResponse) => void
export const faults: Record<'fails' | 'talks garbage' | 'hangs', Fault> = {
  fails: (res) => res.writeHead(500).end('{"error":"server_error"}'),
  'talks garbage': (res) => res.writeHead(200, { 'Content-Type': 'application/json' }).end('<!doctype html>'),
  hangs: () => {},
}

export interface TestProvider extends AsyncDisposable {
  issuer: string
  port: number
  /** An access token that a client got for itself; tokens of the client `hasty` are good for a second. */
  clientToken: (request?: { client?: 'watering-robot' | 'hasty'; scope?: string; resource?: string }) => Promise<string>
  /** What a client gets for somebody who has just logged in and agreed. */
  userTokens: (subject: string, scope: string) => Promise<{ access_token: string; id_token: string }>
  /** From now on it signs with another key, and has forgotten the one before. */
  rotate: () => Promise<void>
  /** By path. */
  faults: { '/.well-known/openid-configuration'?: Fault; '/jwks'?: Fault }
}

/** @param port 0 for any free one. */
export async function startProvider(port = 0): Promise<TestProvider> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  // An address, not a path: it was given a port.
  const actual = (server.address() as AddressInfo).port
  const issuer = `http://127.0.0.1:${actual}`
  let provider = await newProvider(issuer, 'key-1')
  let rotations = 1
  const state: TestProvider['faults'] = {}
  server.on('request', (req, res) => {
    const fault = state[req.url as keyof typeof state]
    return fault ? fault(res) : provider.callback()(req, res)
  })

  async function tokens<T>(client: string, body: Record<string, string>): Promise<T> {
    const Authorization = `Basic ${btoa(`${client}:SECRET`)}`
    const init = { method: 'POST', headers: { Authorization }, body: new URLSearchParams(body) }
    const answer = await fetch(`${issuer}/token`, { ...init, signal: AbortSignal.timeout(5_000) })
    if (!answer.ok) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }

  return {
    issuer,
    port: actual,
    faults: state,
    async clientToken({ client = 'watering-robot', scope = allScopes, resource = audience } = {}) {
      const request = { grant_type: 'client_credentials', ...(resource && { resource }), ...(scope && { scope }) }
      return (await tokens<{ access_token: string }>(client, request)).access_token
    },
    async userTokens(subject, scope) {
      const client = await provider.Client.find('watering-robot')
      if (client === undefined) throw new Error('There is no such client.')
      const grant = new provider.Grant({ clientId: client.clientId, accountId: subject })
      grant.addOIDCScope('openid')
      grant.addResourceScope(audience, scope)
      const resource = { redirectUri: 'https://app.example/done', resource: audience, scope: `openid ${scope}` }
      const grantId = await grant.save()
      const code = new provider.AuthorizationCode({ client, accountId: subject, grantId, ...resource, gty: 'code' })
      const { redirectUri } = resource
      return tokens('watering-robot', {
        grant_type: 'authorization_code',
        code: await code.save(),
        redirect_uri: redirectUri,
        resource: audience,
      })
    },
    async rotate() {
      rotations += 1
      provider = await newProvider(issuer, `key-${rotations}`)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function newProvider(issuer: string, kid: string) {
  const Provider = await quietProvider()
  const client = (client_id: string) => ({
    client_id,
    client_secret: 'SECRET',
    grant_types: ['client_credentials', 'authorization_code'],
    redirect_uris: ['https://app.example/done'],
  })
  return new Provider(issuer, {
    adapter: memory(),
    jwks: { keys: [await signingKey(kid)] },
    cookies: { keys: ['a secret of the provider'] },
    clients: [client('watering-robot'), client('hasty')],
    scopes: ['openid'],
    pkce: { required: () => false },
    ttl: {
      ClientCredentials: (_context, _token, { clientId }) => (clientId === 'hasty' ? 1 : 600),
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
    },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      // RFC 8707: who names the service as the resource gets a JWT for it, as in RFC 9068.
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, resource) => ({
          scope: allScopes,
          audience: resource,
          accessTokenFormat: 'jwt',
        }),
      },
    },
  })
}

async function signingKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }
}

/** Loading it warns about every Node that is not yet a long-term one; the tests may well run on such. */
async function quietProvider() {
  const { warn } = console
  console.warn = () => {}
  try {
    return (await import('oidc-provider')).Provider
  } finally {
    console.warn = warn
  }
}

/** What it keeps, one store for each provider; its own would warn that it is not for production. */
function memory() {
  const kept = new Map<string, AdapterPayload>()
  return (name: string): ProviderAdapter => ({
    upsert: async (id, payload) => void kept.set(name + id, payload),
    find: async (id) => kept.get(name + id),
    findByUserCode: async () => undefined,
    findByUid: async () => undefined,
    consume: async (id) => void kept.set(name + id, { ...kept.get(name + id), consumed: true }),
    destroy: async (id) => void kept.delete(name + id),
    revokeByGrantId: async () => {},
  })
}
