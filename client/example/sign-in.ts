// The token of the page: from the identity provider that the service names, or else a development token of the service.
import type { TokenProvider } from '@plant-collection/client'

/** Written into the page by the service. */
export interface IdentityProvider {
  issuer: string
  clientId: string
  /** Of the access token. */
  audience: string
  scope: string
}

export interface SignIn {
  token: TokenProvider
  /** Leaves the page to sign in. `undefined` if a development token needs no sign-in. */
  signInAgain: (() => void) | undefined
}

/** With an identity provider, the browser may leave the page to sign in; the promise then stays pending. */
export async function signIn(): Promise<SignIn> {
  const text = document.querySelector<HTMLMetaElement>('meta[name=identity-provider]')?.content
  if (!text) return { token: developmentToken(), signInAgain: undefined }
  const { signInAt } = await import('./identity-provider.ts')
  return signInAt(JSON.parse(text) as IdentityProvider) // The service writes it in this shape.
}

function developmentToken(): TokenProvider {
  let token: Promise<string> | undefined
  return ({ refresh }) => {
    if (refresh) token = undefined
    token ??= requestToken().catch((error) => {
      token = undefined
      throw error
    })
    return token
  }
}

async function requestToken(): Promise<string> {
  const response = await fetch('development-token', { method: 'POST' })
  if (!response.ok) throw new Error(`No development token: ${response.status}`)
  return (await response.json()).token
}
