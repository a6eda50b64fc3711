// Signs in pages of the service itself, without an identity provider. Headers cannot tell such a page from a stranger behind
// a proxy. So a page needs the key of the printed link, or the session that it got for a key before.
import { defaultSubject } from '../configuration/read-configuration.ts'
import type { DevelopmentIssuer } from './development-issuer.ts'
import type { PageKey } from './page-key.ts'

export interface SignedInPage {
  /** An access token for `gardener`, with every scope. */
  token: string
  /** To be sent for the next token. Each is valid for 30 days, also after a restart of the service. */
  session?: string
}

/** @param secret A key or a session. Returns `undefined` if it is neither. */
export type SignInPage = (secret: string | undefined) => Promise<SignedInPage | undefined>

/**
 * @param scope Of the access tokens.
 * @param onKeyUsed Called when a key was used, so the next link has another one.
 */
export function pageSignIn(issuer: DevelopmentIssuer, key: PageKey, scope: string, onKeyUsed?: () => void): SignInPage {
  return async (secret) => {
    if (secret === undefined) return undefined
    if (!(await issuer.isSession(secret))) {
      if (!(await key.use(secret))) return undefined
      onKeyUsed?.()
    }
    return { token: await issuer.sign({ subject: defaultSubject, scope }), session: await issuer.signSession() }
  }
}
