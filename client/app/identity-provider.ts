// Sign-in at an OpenID Connect provider: authorization code flow with PKCE (RFC 7636), as a public client. The tokens are in
// the session storage of this tab, so a reload needs no new sign-in.

import type { TokenProvider } from '@plant-collection/client'
import { ErrorResponse, ErrorTimeout, UserManager, WebStorageStateStore } from 'oidc-client-ts'

/** Identity provider, which the service writes into the page. */
export interface IdentityProvider {
  issuer: string
  clientId: string
  /** Audience of the access token. */
  audience: string
  scope: string
}

export interface SignIn {
  /** Subject of the token. The page shows the plants of this principal. */
  principal: string
  token: TokenProvider
  /** Leaves the page to sign in, or rejects. `undefined` if a development token needs no sign-in. */
  signInAgain: (() => Promise<never>) | undefined
  signOutText: string
  /** Deletes the tokens of this tab, even without a connection. @returns The URL of the signed-out page. */
  signOut: () => Promise<string>
}

export interface SignOutProps {
  /** Text that says what signing out does. */
  signOutText: string
  onSignOut: () => void
}

/** Query of the page after signing out, which does not sign in at once. */
export const signedOutQuery = '?signed-out'

/** Leaves the page if the user must sign in; the promise then stays pending. Rejects if the provider refuses or fails. */
export async function signInAt({ issuer, clientId, audience, scope }: IdentityProvider): Promise<SignIn> {
  const home = new URL('.', document.baseURI).href
  const store = new WebStorageStateStore({ store: sessionStorage })
  const manager = new UserManager({
    authority: issuer,
    client_id: clientId,
    redirect_uri: home,
    scope,
    resource: audience,
    extraTokenParams: { resource: audience },
    userStore: store,
    stateStore: store,
    // The client asks for a new token when it needs one.
    automaticSilentRenew: false,
    requestTimeoutInSeconds: 10,
  })

  async function startSignIn(): Promise<never> {
    await manager.signinRedirect({ state: location.search }).catch(rejectWithReason)
    return new Promise(() => {})
  }

  async function finishSignIn() {
    const result = manager.signinRedirectCallback()
    // A reload must not send the same code again.
    history.replaceState(null, '', home)
    const user = await result.catch(rejectWithReason)
    history.replaceState(null, '', `${home}${user.state}`)
    return user
  }

  const isRedirectedBack = new URLSearchParams(location.search).has('state')
  let user = (isRedirectedBack ? await finishSignIn() : await manager.getUser()) ?? (await startSignIn())

  return {
    principal: subjectOf(user.access_token),
    token: async ({ refresh }) => {
      if (refresh) user = (await manager.signinSilent({ resource: audience })) ?? user
      return user.access_token
    },
    signInAgain: startSignIn,
    signOutText:
      'All your tabs forget the sign-in. You may stay signed in at the identity provider: on a shared device, sign out there, too.',
    async signOut() {
      await manager.revokeTokens(['refresh_token']).catch(() => {})
      await manager.removeUser()
      return signedOutQuery
    },
  }
}

/** Rejects with a sentence for the user if the provider refused or did not respond, otherwise with the error itself. */
function rejectWithReason(error: Error): never {
  if (error instanceof TypeError || error instanceof ErrorTimeout)
    throw new Error('The identity provider does not respond. Check the network.')
  if (!(error instanceof ErrorResponse)) throw error
  if (error.error === 'access_denied')
    throw new Error('You refused access to your plants, or the identity provider did.')
  throw new Error(`The identity provider says: ${error.error_description ?? error.error}`)
}

/** Returns the subject of a token. @param token A JWT, because the service accepts no other format. */
function subjectOf(token: string): string {
  const [, payload = ''] = token.split('.')
  return String(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).sub)
}
