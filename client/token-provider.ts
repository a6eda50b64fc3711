// Where the token comes from, and the check that it is one: an unprintable token would be quoted by fetch in an
// error message, and from there find its way into a log.

/**
 * A token, or a function that gives one. It is asked before every request; with `refresh`, after the service answered
 * 401 to the token it gave before, for a new one.
 */
export type TokenProvider = string | ((want: { refresh: boolean }) => string | Promise<string>)

// The token68 of RFC 9110, section 11.2, which RFC 6750 calls b64token.
const token68 = /^[A-Za-z0-9\-._~+/]+=*$/

const mend = 'a token has no white space, and no "Bearer " before it'

/** Checks what can be checked before there is a request. */
export function checkProvider(token: TokenProvider): void {
  if (typeof token === 'function') return
  if (typeof token !== 'string') throw new TypeError('token must be a string, or a function that gives one')
  if (!token68.test(token)) throw new TypeError(`token is not a token: ${mend}`)
}

/** A token, and how many refreshes had ended when it was asked for. */
export interface Token {
  value: string
  generation: number
}

export interface Tokens {
  /** For the next request. */
  current(): Promise<Token>
  /** In place of one that was answered 401. The same one again, where there is no other. */
  renewed(refused: Token): Promise<Token>
}

/** The tokens of a client: calls that are answered 401 at the same time share one refresh. */
export function createTokens(provider: TokenProvider): Tokens {
  let generation = 0
  let refreshing: Promise<Token> | undefined

  async function ask(refresh: boolean): Promise<Token> {
    if (typeof provider === 'string') return { value: provider, generation }
    const asked = generation
    const value = await provider({ refresh })
    if (typeof value !== 'string' || !token68.test(value)) throw new TypeError(`the provider gave no token: ${mend}`)
    return { value, generation: refresh ? asked + 1 : asked }
  }

  async function refresh(): Promise<Token> {
    try {
      const token = await ask(true)
      generation = token.generation
      return token
    } finally {
      refreshing = undefined
    }
  }

  const current = () => refreshing ?? ask(false)
  return {
    current,
    renewed(refused) {
      // Somebody's refresh is under way, or has ended since this token was asked for.
      if (refreshing || refused.generation < generation) return current()
      if (typeof provider === 'string') return Promise.resolve(refused)
      refreshing = refresh()
      return refreshing
    },
  }
}
