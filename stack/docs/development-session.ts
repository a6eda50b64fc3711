// Signs this browser in to a service without an identity provider. The page exchanges the one-time key in the fragment of
// the link for a session. All tabs share the session, and it outlives the service.
const storageKey = 'development-session'

let key = takeKeyFromUrl()

/** Whether the link that opened the page had a key. */
export const hasKey = key !== undefined

// A link that is pasted into the address bar of this page changes only the fragment, so the browser loads nothing.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#key=')) location.reload()
})

/** Forgets the session in this browser, so that its pages get no new token. */
export function forgetDevelopmentSession(): void {
  localStorage.removeItem(storageKey)
}

/** The service gives this browser no token. */
export class NotSignedIn extends Error {
  override readonly name = 'NotSignedIn'

  constructor() {
    super('This browser is not signed in. Open the last link with #key= that the service printed in its terminal.')
  }
}

/** Returns an access token. @param service The URL of the service, with a trailing slash. @throws {NotSignedIn} */
export async function developmentToken(service: string): Promise<string> {
  const session = localStorage.getItem(storageKey)
  let response = await requestToken(service, key ?? session)
  // This link has been used before, perhaps by this browser.
  if (response.status === 404 && key !== undefined && session !== null) response = await requestToken(service, session)
  if (response.status === 404) throw new NotSignedIn()
  if (!response.ok) throw new Error(`No development token: ${response.status}`)
  key = undefined
  const { token, session: next } = await response.json()
  // A mock has no sessions.
  if (next !== undefined) localStorage.setItem(storageKey, next)
  return token
}

/**
 * Creates the token provider of a client, which reuses a token until a 401.
 * @param service The URL of the service, with a trailing slash.
 */
export function developmentTokens(service: string): (want: { refresh: boolean }) => Promise<string> {
  let token: Promise<string> | undefined
  return ({ refresh }) => {
    if (refresh) token = undefined
    token ??= developmentToken(service).catch((error) => {
      token = undefined
      throw error
    })
    return token
  }
}

function requestToken(service: string, secret: string | null): Promise<Response> {
  const headers = secret === null ? {} : { Authorization: `Bearer ${secret}` }
  return fetch(`${service}development-token`, { method: 'POST', credentials: 'omit', headers })
}

/** Returns the key, and removes it from the address bar, so that no user copies it. */
function takeKeyFromUrl(): string | undefined {
  const key = /^#key=([\w-]+)$/.exec(location.hash)?.[1]
  if (key !== undefined) history.replaceState(null, '', location.pathname + location.search)
  return key
}
