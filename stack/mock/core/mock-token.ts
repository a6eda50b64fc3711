// The callers of a mock. Every token is valid, unless it is a JWT that has expired.
import type { Caller } from '../../core/caller.ts'
import { InvalidToken } from '../../core/pipeline/authenticate.ts'

/**
 * A JWT names its `sub` and, if it has one, its `scope`. Every other token is a different caller.
 * @param scopes Of a token without `scope`.
 * @param now The time of a caller.
 * @throws {InvalidToken}
 */
export function callerOfToken(token: string, scopes: string[], now: (caller: string) => Date): Caller {
  const { sub, scope, exp } = getClaims(token)
  const owner = typeof sub === 'string' && sub !== '' ? sub : token
  if (typeof exp === 'number' && exp * 1000 <= now(owner).getTime()) throw new InvalidToken(true)
  return {
    owner,
    scopes: new Set(typeof scope === 'string' ? scope.split(' ') : scopes),
  }
}

function getClaims(token: string): Record<string, unknown> {
  const [, payload = '', signature] = token.split('.')
  if (signature === undefined) return {}
  try {
    const bytes = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    const text = new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)))
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
