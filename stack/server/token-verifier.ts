// Whose tokens the service accepts: those of an identity provider, or its own.
import type { Contract } from '../core/contract/contract.ts'
import { developmentIssuer } from './auth/development-issuer.ts'
import { identityProviderVerifier } from './auth/identity-provider.ts'
import { pageKey } from './auth/page-key.ts'
import { pageSignIn } from './auth/page-sign-in.ts'
import type { Configuration } from './configuration/read-configuration.ts'
import { usingDataFolder } from './configuration/start-up-error.ts'
import type { Logger } from './monitoring/log.ts'

/** @throws {StartUpError} if the data folder with the keys of development tokens cannot be used. */
export async function tokenVerifier(
  { product, scopes }: Contract,
  configuration: Configuration,
  log: Logger,
  onKeyUsed?: () => void,
) {
  const { identityProvider, dataFolder, clockToleranceSeconds, tokenCacheMegabytes } = configuration
  if (identityProvider) {
    const report = (reason: string) => log.warn({ reason }, 'keys of the issuer are not available')
    return {
      verifier: identityProviderVerifier({ ...identityProvider, clockToleranceSeconds, tokenCacheMegabytes, report }),
      developmentIssuer: undefined,
      pageKey: undefined,
      signInPage: undefined,
    }
  }
  return usingDataFolder(dataFolder, async () => {
    const issuer = await developmentIssuer(product, dataFolder, { clockToleranceSeconds, tokenCacheMegabytes })
    const key = pageKey(dataFolder)
    await key.current() // An error stops the start.
    const signInPage = pageSignIn(issuer, key, scopes.join(' '), onKeyUsed)
    return { verifier: issuer, developmentIssuer: issuer, pageKey: key.current, signInPage }
  })
}
