// The example app (client/app/) as pages of the service. `make build` and `make start` build it into dist/example/.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { IdentityProvider } from '../configuration/read-configuration.ts'
import { type DocumentPage, page } from './pages.ts'

/** The identity provider where the example app signs in, as a public client with PKCE. */
export interface AppIdentityProvider extends Pick<IdentityProvider, 'issuer' | 'audience'> {
  clientId: string
  scope: string
}

const mediaTypes: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' }

/**
 * Returns the pages by their paths; none if the app is not built.
 * @param folder With a slash at its end.
 * @param provider Default: the app asks this service for a development token.
 */
export function exampleApp(folder: URL, provider?: AppIdentityProvider): Record<string, DocumentPage> {
  const index = new URL('index.html', folder)
  if (!existsSync(index)) return {}
  const html = readFileSync(index, 'utf8').replace(
    '<meta name="identity-provider" content="">',
    () => `<meta name="identity-provider" content="${provider ? escapeAttribute(JSON.stringify(provider)) : ''}">`,
  )
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((path) => {
    const mediaType = mediaTypes[extname(path)]
    if (mediaType === undefined) return []
    // With this policy, a service worker may fetch the files of the app.
    const file = { ...page(mediaType, readFileSync(new URL(path, folder), 'utf8')), policy: filePolicy }
    return [[`/${path}`, file] as const]
  })
  return { ...Object.fromEntries(files), '/': { ...page('text/html', html), policy: policyFor(provider) } }
}

const filePolicy = "default-src 'none'; connect-src 'self'"

// The app loads only its own files, and calls only this service and the identity provider.
function policyFor(provider: AppIdentityProvider | undefined): string {
  const providerOrigin = provider ? ` ${new URL(provider.issuer).origin}` : ''
  const selfOnly = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'"
  return `${selfOnly}; connect-src 'self'${providerOrigin}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
