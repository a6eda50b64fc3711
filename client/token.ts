// Where the token comes from, and the check that it is one: an unprintable token would be quoted by fetch in an
// error message, and from there find its way into a log.

/** A token, or a function that gives one; it is asked before every request, and so can refresh. */
export type TokenProvider = string | (() => string | Promise<string>)

// The token68 of RFC 9110, section 11.2, which RFC 6750 calls b64token.
const token68 = /^[A-Za-z0-9\-._~+/]+=*$/

const mend = 'a token has no white space, and no "Bearer " before it'

/** Checks what can be checked before there is a request. */
export function checkProvider(token: TokenProvider): void {
  if (typeof token === 'function') return
  if (typeof token !== 'string') throw new TypeError('token must be a string, or a function that gives one')
  if (!token68.test(token)) throw new TypeError(`token is not a token: ${mend}`)
}

/** Asks for the token. When the signal is aborted meanwhile, rejects at once with its reason. */
export async function askForToken(provider: TokenProvider, signal: AbortSignal | undefined): Promise<string> {
  if (typeof provider === 'string') return provider
  const token = await abortable(Promise.resolve(provider()), signal)
  if (typeof token !== 'string' || !token68.test(token)) throw new TypeError(`the provider gave no token: ${mend}`)
  return token
}

async function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return await promise
  // The provider itself may have aborted it just now.
  signal.throwIfAborted()
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort)
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
