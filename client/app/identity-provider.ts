// Sign-in at an OpenID Connect provider: authorization code with PKCE (RFC 7636), as a public client. The tokens are in the
// session storage of this tab, so a reload needs no new sign-in.

import type { TokenProvider } from '@plant-collection/client'
import * as oauth from 'oauth4webapi'

/** Written into the page by the service. */
export interface IdentityProvider {
  issuer: string
  clientId: string
  /** Of the access token. */
  audience: string
  scope: string
}

export interface SignIn {
  /** Whose plants the page shows. */
  principal: string
  token: TokenProvider
  /** Leaves the page to sign in, or rejects. `undefined` if a development token needs no sign-in. */
  signInAgain: (() => Promise<never>) | undefined
  /** What signing out does. */
  signOutText: string
  /** Makes this tab forget the sign-in, also without a connection. @returns The address of the page that says so. */
  signOut: () => Promise<string>
}

/** The address of a page that does not sign in at once. */
export const signedOutPage = '?signed-out'

const startedKey = 'sign-in started'
const tokensKey = 'tokens'

interface Started {
  state: string
  verifier: string
  /** Of the address that was opened: what the page shows. */
  search: string
}

interface Tokens {
  access: string
  refresh?: string | undefined
}

/** Leaves the page if the person must sign in; the promise then stays pending. @throws {Error} if the provider refuses. */
export async function signInAt(provider: IdentityProvider): Promise<SignIn> {
  const issuer = new URL(provider.issuer)
  // Only an issuer on loopback may use http; the service checks that.
  const options = { [oauth.allowInsecureRequests]: issuer.protocol === 'http:' }
  const resource = { ...options, additionalParameters: { resource: provider.audience } }
  const client = { client_id: provider.clientId }
  const redirectUri = new URL('.', document.baseURI).href

  /** A page that has tokens can be opened without a connection. */
  async function discover(): Promise<oauth.AuthorizationServer> {
    const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oidc', ...options }).catch(() => {
      throw new Error('The identity provider does not respond. Check the network.')
    })
    return oauth.processDiscoveryResponse(issuer, discovered)
  }

  async function start(): Promise<never> {
    const server = await discover()
    const started = {
      state: oauth.generateRandomState(),
      verifier: oauth.generateRandomCodeVerifier(),
      search: location.search,
    }
    sessionStorage.setItem(startedKey, JSON.stringify(started))
    const url = new URL(server.authorization_endpoint ?? '')
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: provider.clientId,
      redirect_uri: redirectUri,
      scope: provider.scope,
      resource: provider.audience,
      state: started.state,
      code_challenge: await oauth.calculatePKCECodeChallenge(started.verifier),
      code_challenge_method: 'S256',
    }).toString()
    location.assign(url)
    return new Promise(() => {})
  }

  function readResponse(server: oauth.AuthorizationServer, url: URL, state: string): URLSearchParams {
    try {
      return oauth.validateAuthResponse(server, client, url, state)
    } catch (error) {
      if (!(error instanceof oauth.AuthorizationResponseError)) throw error
      const { error: code, error_description: description } = error
      if (code === 'access_denied') throw new Error('You refused access to your plants, or the identity provider did.')
      throw new Error(`The identity provider says: ${description ?? code}`)
    }
  }

  async function finish({ state, verifier }: Started, url: URL): Promise<Tokens> {
    const server = await discover()
    const parameters = readResponse(server, url, state)
    const parties = [server, client, oauth.None()] as const
    const response = await oauth.authorizationCodeGrantRequest(...parties, parameters, redirectUri, verifier, resource)
    return storeTokens(await oauth.processAuthorizationCodeResponse(server, client, response))
  }

  async function refresh(token: string): Promise<Tokens> {
    const server = await discover()
    const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, resource)
    return storeTokens(await oauth.processRefreshTokenResponse(server, client, response), token)
  }

  async function revoke(token: string): Promise<void> {
    const server = await discover()
    // Providers that can, then give no new tokens for it.
    if (server.revocation_endpoint) await oauth.revocationRequest(server, client, oauth.None(), token, options)
  }

  const started = readStored<Started>(startedKey)
  const isBack = new URLSearchParams(location.search).has('state')
  sessionStorage.removeItem(startedKey)
  const back = isBack && started ? finish(started, new URL(location.href)) : undefined
  // A reload must not send the same code again.
  if (isBack) history.replaceState(null, '', redirectUri + (started?.search ?? ''))
  let tokens = (await back) ?? readStored<Tokens>(tokensKey) ?? (await start())

  return {
    principal: subjectOf(tokens.access),
    token: async (want) => {
      if (want.refresh) {
        if (tokens.refresh === undefined) throw new Error('The identity provider gave no refresh token.')
        tokens = await refresh(tokens.refresh)
      }
      return tokens.access
    },
    signInAgain: start,
    signOutText:
      'All tabs of this browser with your plants forget your sign-in. You may stay signed in at the identity provider: on a device of others, sign out there, too.',
    async signOut() {
      sessionStorage.removeItem(tokensKey)
      if (tokens.refresh !== undefined) await revoke(tokens.refresh).catch(() => {})
      return signedOutPage
    },
  }
}

/** @param token A JWT, as the service takes no other. */
function subjectOf(token: string): string {
  const [, payload = ''] = token.split('.')
  return String(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).sub)
}

function storeTokens({ access_token, refresh_token }: oauth.TokenEndpointResponse, before?: string): Tokens {
  const tokens = { access: access_token, refresh: refresh_token ?? before }
  sessionStorage.setItem(tokensKey, JSON.stringify(tokens))
  return tokens
}

/** What this page has stored, in the shape in which it stored it. */
function readStored<T>(key: string): T | undefined {
  const text = sessionStorage.getItem(key)
  return text === null ? undefined : JSON.parse(text)
}
