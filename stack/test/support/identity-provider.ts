// A real OpenID Connect provider (the package oidc-provider). It has a confidential client, and the public client `app`
// for pages on loopback. Its only user, ann, signs in without a password.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import type Provider from 'oidc-provider'
import { listen } from '../../server/sockets/http-server.ts'
import { waitMs } from './wait.ts'

export const audience = 'https://api.example.com'
export const allScopes = 'rooms:read rooms:write'

export interface TestProvider extends AsyncDisposable {
  issuer: string
  /** Whether ann consents to the access of the app. Default: true. */
  consents: boolean
  /** Gets an access token for the confidential client itself (client credentials grant). */
  clientToken: (request?: { scope?: string }) => Promise<string>
}

const defaults = { scope: allScopes, audience, robot: 'robot' }

/** @param options `scope`: scopes that clients may get. `audience`: the service. `robot`: the confidential client. */
export async function startProvider(options: Partial<typeof defaults> = {}): Promise<TestProvider> {
  const all = { ...defaults, ...options }
  const { scope, audience, robot } = all
  const server = createServer()
  const issuer = await listen(server, '127.0.0.1', 0)
  const provider = await newProvider(issuer, all)
  const respond = provider.callback()
  server.on('request', (req, res) => {
    const isSignIn = req.url?.startsWith('/interaction/')
    if (isSignIn) signInAnn(provider, result.consents ? all : undefined, req, res).catch((error) => res.destroy(error))
    else respond(req, res)
  })

  const result: TestProvider = {
    issuer,
    consents: true,
    async clientToken({ scope: requestedScope = scope } = {}) {
      const Authorization = `Basic ${btoa(`${robot}:SECRET`)}`
      const body = new URLSearchParams({ grant_type: 'client_credentials', resource: audience, scope: requestedScope })
      const init = { method: 'POST', headers: { Authorization }, body }
      const response = await fetch(`${issuer}/token`, { ...init, signal: AbortSignal.timeout(waitMs) })
      if (!response.ok) throw new Error(`the provider responded ${response.status}: ${await response.text()}`)
      return (await response.json()).access_token
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return result
}

/** Completes the prompts for login and consent at once: ann grants the scopes, or denies access. */
async function signInAnn(
  provider: Provider,
  access: Pick<typeof defaults, 'scope' | 'audience'> | undefined,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(req, res)
  if (prompt.name === 'login') return provider.interactionFinished(req, res, { login: { accountId: 'ann' } })
  if (access === undefined) return provider.interactionFinished(req, res, { error: 'access_denied' })
  const grant = new provider.Grant({ clientId: String(params.client_id), accountId: session?.accountId ?? '' })
  grant.addOIDCScope('openid')
  grant.addResourceScope(access.audience, access.scope)
  await provider.interactionFinished(req, res, { consent: { grantId: await grant.save() } })
}

async function newProvider(issuer: string, { scope, robot: robotId }: typeof defaults) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }
  const robot = { client_id: robotId, client_secret: 'SECRET', grant_types: ['client_credentials'] }
  const client = { ...robot, redirect_uris: [], response_types: [] }
  const publicClient = {
    client_id: 'app',
    // A native app may use any port of loopback (RFC 8252, 7.3).
    application_type: 'native' as const,
    token_endpoint_auth_method: 'none' as const,
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: ['http://127.0.0.1/'],
  }
  return quietProvider(issuer, {
    jwks: { keys: [key] },
    cookies: { keys: ['a secret of the provider'] },
    clients: [client, publicClient],
    scopes: ['openid'],
    pkce: { required: (_context, { clientId }) => clientId === 'app' },
    clientBasedCORS: (_context, _origin, { clientId }) => clientId === 'app',
    issueRefreshToken: async (_context, { clientId }) => clientId === 'app',
    ttl: Object.fromEntries(modelsWithTtl.map((name) => [name, 600])),
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: { enabled: true },
      // RFC 8707: a client that names the service as the resource gets a JWT for it, as in RFC 9068.
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, resource) => ({ scope, audience: resource, accessTokenFormat: 'jwt' }),
      },
    },
  })
}

/** Models of the package that need a lifetime (TTL). */
const modelsWithTtl =
  'ClientCredentials AccessToken AuthorizationCode Grant Interaction Session RefreshToken IdToken'.split(' ')

/** Suppresses the warnings about a Node that is not an LTS version, and about a store that is not for production. */
async function quietProvider(...options: ConstructorParameters<typeof Provider>): Promise<Provider> {
  const { warn } = console
  console.warn = () => {}
  try {
    return new (await import('oidc-provider')).Provider(...options)
  } finally {
    console.warn = warn
  }
}
