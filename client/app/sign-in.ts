// The token of the page: from the identity provider that the service names, or else a development token of the service.
import { developmentTokens, forgetDevelopmentSession, NotSignedIn } from 'contract-stack/development-session'
import type { IdentityProvider, SignIn } from './identity-provider.ts'

/**
 * With an identity provider, the browser may leave the page to sign in; the promise then stays pending.
 * @throws {Error} whose message says why the user is not signed in.
 */
export async function signIn(): Promise<SignIn> {
  const text = document.querySelector<HTMLMetaElement>('meta[name=identity-provider]')?.content
  if (!text) return developmentSignIn()
  const { signInAt, signedOutQuery } = await import('./identity-provider.ts')
  if (location.search === signedOutQuery) throw new Error('You are signed out.')
  return signInAt(JSON.parse(text) as IdentityProvider) // The service writes it in this shape.
}

async function developmentSignIn(): Promise<SignIn> {
  const token = developmentTokens(new URL('.', document.baseURI).href)
  await token({ refresh: false }).catch((error) => {
    // Other errors may be temporary. The page shows them, and each call asks again.
    if (error instanceof NotSignedIn) throw error
  })
  return {
    principal: 'developer',
    token,
    signInAgain: undefined,
    signOutText:
      'All tabs of this browser forget the session, including the docs. To sign in again, open the newest link in the terminal of the service: each link works once, and each sign-in prints the next one.',
    async signOut() {
      forgetDevelopmentSession()
      return './'
    },
  }
}
