// The token of the page: from the identity provider that the service names, or else a development token of the service.
import type { TokenProvider } from '@plant-collection/client'
import { developmentTokens, NotSignedIn } from 'contract-stack/development-session'
import type { IdentityProvider, SignIn } from './identity-provider.ts'

/**
 * With an identity provider, the browser may leave the page to sign in; the promise then stays pending.
 * @throws {Error} whose message says what the person can do.
 */
export async function signIn(): Promise<SignIn> {
  const text = document.querySelector<HTMLMetaElement>('meta[name=identity-provider]')?.content
  if (!text) return { principal: 'developer', token: await developmentSignIn(), signInAgain: undefined }
  const { signInAt } = await import('./identity-provider.ts')
  return signInAt(JSON.parse(text) as IdentityProvider) // The service writes it in this shape.
}

async function developmentSignIn(): Promise<TokenProvider> {
  const token = developmentTokens(new URL('.', document.baseURI).href)
  await token({ refresh: false }).catch((error) => {
    // Another error may pass. The page shows it, and each call asks again.
    if (error instanceof NotSignedIn) throw error
  })
  return token
}
