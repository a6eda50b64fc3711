// Chooses whose tokens the service accepts: those of an identity provider, or its own.
import type { Contract } from '../core/contract/contract.ts'
import { developmentIssuer } from './auth/development-issuer.ts'
import { identityProviderVerifier } from './auth/identity-provider.ts'
import { createLoginTokens } from './auth/login-token.ts'
import { type Configuration, defaultSubject } from './configuration/read-configuration.ts'
import { withDataFolder } from './configuration/start-up-error.ts'
import type { SignIn } from './http/development-token.ts'
import type { Logger } from './monitoring/log.ts'

/**
 * @param onLoginTokenUsed Called when a page has used the token of the printed link. The next link has a different one.
 * @throws {StartUpError} if the data folder with the keys of development tokens cannot be used.
 */
export async function chooseTokenVerifier(
  { product, scopes }: Contract,
  configuration: Configuration,
  log: Logger,
  onLoginTokenUsed?: () => void,
) {
  const { identityProvider, dataFolder, clockToleranceSeconds, tokenCacheMegabytes } = configuration
  if (identityProvider) {
    const report = (reason: string) => log.warn({ reason }, 'keys of the issuer are not available')
    return {
      verifier: identityProviderVerifier({ ...identityProvider, clockToleranceSeconds, tokenCacheMegabytes, report }),
      developmentIssuer: undefined,
      getLoginToken: undefined,
      signInPage: undefined,
    }
  }
  return withDataFolder(dataFolder, async () => {
    const issuer = await developmentIssuer(product, dataFolder, { clockToleranceSeconds, tokenCacheMegabytes })
    const loginTokens = createLoginTokens(dataFolder)
    await loginTokens.current() // An error stops the start.
    // Headers cannot tell a page of the service from a stranger behind a proxy. So a page needs the token of the printed
    // link, or the session that it got for such a token before.
    const signInPage: SignIn = async (secret) => {
      if (secret === undefined) return undefined
      if (!(await issuer.isSession(secret))) {
        if (!(await loginTokens.use(secret))) return undefined
        onLoginTokenUsed?.()
      }
      const request = { subject: defaultSubject, scope: scopes.join(' ') }
      return { token: await issuer.sign(request), session: await issuer.signSession() }
    }
    return { verifier: issuer, developmentIssuer: issuer, getLoginToken: loginTokens.current, signInPage }
  })
}
