// Signs in this browser at a service without an identity provider. The page exchanges the key in the fragment of the
// link for a session, once. All tabs share the session, and it outlives the service.
const storedAs = 'development-session'

let key = keyOfLink()

/** Whether the page was opened with a key that it has not used yet. */
export const hasKey = key !== undefined

// A link that is pasted into the address bar of this page changes only the fragment, so the browser loads nothing.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#key=')) location.reload()
})

/** Signs out all pages of this service in this browser. */
export function forgetDevelopmentSession(): void {
  localStorage.removeItem(storedAs)
}

/** The service gives this browser no token. */
export class NotSignedIn extends Error {
  override readonly name = 'NotSignedIn'

  constructor() {
    super('This browser is not signed in. Open the last link with #key= that the service printed in its terminal.')
  }
}

/** Returns an access token. @param service Its URL, with a slash at the end. @throws {NotSignedIn} */
export async function developmentToken(service: string): Promise<string> {
  const session = localStorage.getItem(storedAs)
  let response = await ask(service, key ?? session)
  // Somebody has used this link before, perhaps this browser.
  if (response.status === 404 && key !== undefined && session !== null) response = await ask(service, session)
  if (response.status === 404) throw new NotSignedIn()
  if (!response.ok) throw new Error(`No development token: ${response.status}`)
  key = undefined
  const { token, session: next } = await response.json()
  // A mock has no sessions.
  if (next !== undefined) localStorage.setItem(storedAs, next)
  return token
}

/**
 * Returns a token for each request of a client, and a new one after a 401.
 * @param service Its URL, with a slash at the end.
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

function ask(service: string, secret: string | null): Promise<Response> {
  const headers = secret === null ? {} : { Authorization: `Bearer ${secret}` }
  return fetch(`${service}development-token`, { method: 'POST', credentials: 'omit', headers })
}

/** Returns the key and removes it from the address bar, so that nobody copies it. */
function keyOfLink(): string | undefined {
  const key = /^#key=([\w-]+)$/.exec(location.hash)?.[1]
  if (key !== undefined) history.replaceState(null, '', location.pathname + location.search)
  return key
}
