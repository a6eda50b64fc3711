// Tokens of an identity provider: whose keys count, and what is said when they cannot be had.
import type { Fault } from '../fault.ts'

const oidc = 'server/auth/oidc-issuer.ts'
const token = 'server/auth/access-token.ts'
const provider = ['test/server/auth/oidc-issuer/tokens.test.ts']
const shapes = ['test/server/auth/oidc-issuer/token-types.test.ts']
const unreachable = ['test/server/auth/oidc-issuer/outage.test.ts']

export const identityProviderFaults: Fault[] = [
  {
    guard: 'A key server that is down is 503, never 401. (jose: throws what it throws for a bad token.)',
    file: 'server/core/pipeline/authenticate.ts',
    edits: [['if (error instanceof KeysUnavailable) throw unavailable(error)', '']],
    watch: unreachable,
    named: 'makes nothing of what is no token|not asked again',
  },
  {
    guard: 'Keys that cannot be fetched are no fault of the token.',
    file: oidc,
    edits: [["throw unavailable('the keys of the issuer cannot be fetched', error)", 'throw error']],
    watch: unreachable,
    named: 'cannot be looked for',
  },
  {
    guard: 'A key that there is not is a bad token, not a server that is down.',
    file: oidc,
    edits: [['error instanceof errors.JWKSNoMatchingKey || ', '']],
    watch: shapes,
  },
  {
    guard: 'An issuer is the one that it says it is.',
    file: oidc,
    edits: [['if (named !== issuer) throw', 'if (named === 1) throw']],
    watch: unreachable,
    named: 'is another one',
  },
  {
    guard: 'Keys do not come over a network that anybody can change.',
    file: oidc,
    edits: [["if (url?.protocol === 'https:' || ", 'if (url !== null || ']],
    watch: unreachable,
    named: 'are not fetched from',
  },
  {
    guard: 'The discovery of an issuer does not follow redirects.',
    file: oidc,
    edits: [["redirect: 'error'", "redirect: 'follow'"]],
    watch: unreachable,
    named: 'it has moved',
  },
  {
    guard: 'The discovery of an issuer has a deadline.',
    file: oidc,
    edits: [['signal: AbortSignal.timeout(fetchDeadlineMs), ', '']],
    watch: unreachable,
    named: 'since it hangs',
  },
  {
    guard: 'An issuer that is down is asked again.',
    file: oidc,
    edits: [
      [
        'current.catch(() => setTimeout(() => (current = undefined), askAgainAfterMs).unref())',
        'current.catch(() => {})',
      ],
    ],
    watch: unreachable,
    named: 'heals by itself',
  },
  {
    guard: 'An issuer that is down is not asked by every call.',
    file: oidc,
    edits: [['if (current === undefined) {', 'if (current === undefined || true) {']],
    watch: unreachable,
    named: 'not asked again',
  },
  {
    guard: 'Where TOKEN_TYPE is JWT, a token still has scopes: an ID token has none.',
    file: token,
    edits: [["...(tokenType === 'JWT' ? [scopeClaim] : [])", '']],
    watch: shapes,
  },
  {
    guard: 'Where TOKEN_TYPE is JWT, other types do not count.',
    file: token,
    edits: [["if (tokenType === 'JWT' && !isPlain(protectedHeader.typ)) throw new InvalidToken(false)", '']],
    watch: shapes,
  },
  {
    guard: 'An ID token is no access token.',
    file: token,
    edits: [["...(tokenType === 'at+jwt' && { typ: tokenType }),", '']],
    watch: provider,
    named: 'an ID token',
  },
  {
    guard: 'Scopes may be a list.',
    file: token,
    edits: [['Array.isArray(claim) ? claim', 'Array.isArray(null) ? claim']],
    watch: shapes,
  },
]
