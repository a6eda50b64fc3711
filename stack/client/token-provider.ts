// Gets the tokens of a client from the token provider, checks their format, and shares one refresh between calls.
// The check comes first because fetch would quote an unprintable token in its error message, which may end up in a log.

import type { AnyContract } from './contract.ts'
import { withTimeout } from './timeout.ts'

/**
 * A token, or a function that returns one. The client calls the function with `refresh: false` before each request, and
 * with `refresh: true` after a 401, to get a new token. `timeoutMs.attempt` of the client is also the timeout of the
 * function. A valid token has no spaces and no `Bearer ` prefix.
 */
export type TokenProvider = string | ((want: { refresh: boolean }) => string | Promise<string>)

// The token68 of RFC 9110, section 11.2, which RFC 6750 calls b64token.
const token68 = /^[A-Za-z0-9\-._~+/]+=*$/
/** Characters of an API key, or of a user name with a password. */
const visibleAscii = /^[\x21-\x7e]+$/

export function getTokenFormat({ operations }: AnyContract): RegExp {
  const isBearer = Object.values(operations).every(({ credentials = [] }) =>
    credentials.every((credential) => credential.in === 'bearer'),
  )
  return isBearer ? token68 : visibleAscii
}

/** @returns What is wrong with a token, or undefined. */
function findMistake(token: string, format: RegExp): string | undefined {
  if (token === '') return 'is empty'
  return format.test(token) ? undefined : 'is not valid: a token has no spaces, and no "Bearer " prefix'
}

/** Checks a provider before the first request. @throws {TypeError} */
export function checkTokenProvider(token: TokenProvider | undefined, format: RegExp): void {
  if (typeof token === 'function') return
  if (typeof token !== 'string') throw new TypeError('token must be a string, or a function that returns one')
  const mistake = findMistake(token, format)
  if (mistake) throw new TypeError(`token ${mistake}`)
}

export interface Token {
  value: string
  /** Number of refreshes that had ended when the token was requested. */
  generation: number
}

/**
 * Calls that get a 401 at the same time share one refresh.
 * @param format The format of a valid token.
 * @param ms Timeout of the provider. Without it, a refresh that never settles would block all later calls.
 */
export function createTokenSource(provider: TokenProvider, ms: number, format: RegExp) {
  let generation = 0
  let refreshing: Promise<Token> | undefined

  const createError = () => new Error(`the token function returned nothing within ${ms} ms`)

  async function request(refresh: boolean): Promise<Token> {
    if (typeof provider === 'string') return { value: provider, generation }
    const before = generation
    const value = await withTimeout({ ms, signals: [], createError }, async () => provider({ refresh }))
    const mistake = typeof value === 'string' ? findMistake(value, format) : 'is not a string'
    if (mistake) throw new TypeError(`the token that the token function returned ${mistake}`)
    return { value, generation: refresh ? before + 1 : before }
  }

  async function refresh(): Promise<Token> {
    try {
      const token = await request(true)
      generation = token.generation
      return token
    } finally {
      refreshing = undefined
    }
  }

  const getCurrent = () => refreshing ?? request(false)
  return {
    getCurrent,
    /** Returns a token to replace one that got a 401. It is the same token if the provider has no other. */
    replace(rejected: Token): Promise<Token> {
      // Another call is refreshing the token, or has done so since this token was requested.
      if (refreshing || rejected.generation < generation) return getCurrent()
      refreshing = refresh()
      return refreshing
    },
  }
}
