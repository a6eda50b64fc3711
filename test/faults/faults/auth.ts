// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is planted is source text
// Who is calling: the Authorization header, what a token must be, and what it may be used for.
import type { Fault } from '../fault.ts'

const bearer = 'server/core/pipeline/authenticate.ts'
const token = 'server/auth/access-token.ts'
const watch = ['test/server/core/pipeline/authenticate.test.ts']
const tokens = ['test/server/auth/access-token.test.ts']

export const authFaults: Fault[] = [
  {
    guard: 'Nobody gets in without a token. (express-openapi-validator: any Bearer x passes.)',
    file: 'server/core/pipeline/pipeline.ts',
    edits: [
      [
        'await authenticate(req, operation.scopes, verify)',
        "{ owner: 'anybody', scopes: new Set(operation.scopes) } as Caller",
      ],
    ],
    watch,
  },
  {
    guard: 'Authorization is nothing but a bearer token. (express-openapi-validator: includes("bearer").)',
    file: bearer,
    edits: [['/^Bearer +([A-Za-z0-9._~+/-]+=*)$/i', '/Bearer +([A-Za-z0-9._~+/-]+=*)/i']],
    watch,
  },
  {
    guard: 'The scheme is the same in any case.',
    file: bearer,
    edits: [['=*)$/i', '=*)$/']],
    watch,
  },
  {
    guard: 'A 401 has a challenge. (express-openapi-validator: none.)',
    file: bearer,
    edits: [["      headers: { 'WWW-Authenticate': challenge },\n", '']],
    watch,
  },
  {
    guard: 'The challenge for a bad token says that it is the token.',
    file: bearer,
    edits: [['`${challenge}, error="invalid_token", error_description="${detail}"`', 'challenge']],
    watch,
  },
  {
    guard: 'Authorization is given once.',
    file: bearer,
    edits: [['if (second !== undefined)', "if (second === 'x')"]],
    watch,
  },
  {
    guard: 'A token has the scopes of the operation.',
    file: bearer,
    edits: [['if (!caller.scopes.has(scope)) throw', 'if (caller.scopes.has(`not ${scope}`)) throw']],
    watch,
  },
  {
    guard: 'A scope is a whole word of the claim.',
    file: token,
    edits: [
      ["return new Set(claim.split(' '))", 'return { has: (scope: string) => claim.includes(scope) } as Set<string>'],
    ],
    watch,
  },
  {
    guard: 'A verifier that fails is a fault of ours. (express-openapi-validator: whatever throws becomes a 401.)',
    file: bearer,
    edits: [
      [
        'if (!(error instanceof InvalidToken)) throw error',
        "if (!(error instanceof InvalidToken)) throw new Problem('/problems/unauthorized', 'x', { headers: { 'WWW-Authenticate': challenge } })",
      ],
    ],
    watch,
  },
  {
    guard: 'All bad tokens are answered alike.',
    file: bearer,
    edits: [["'The token is not valid here.'", 'String(error.cause)']],
    watch,
  },
  {
    guard: 'Our own tokens count under a loopback name only: a page may not rebind its own to it.',
    file: 'server/auth/development-issuer.ts',
    edits: [['host === undefined || !isLoopbackHost(host)', 'host === undefined']],
    watch,
  },
  {
    guard: 'A name that only begins like a loopback name is none.',
    file: 'server/loopback.ts',
    edits: [['{3}$/.test(host)', '{3}/.test(host)']],
    watch,
  },
  { guard: 'A token has exp. (jose: takes tokens without.)', file: token, edits: [["['exp', ", '[']], watch: tokens },
  {
    guard: 'A token has sub. (jose: takes tokens without, or with an object.)',
    file: token,
    edits: [["typeof sub !== 'string' || ", 'sub === null || ']],
    watch: tokens,
  },
  {
    guard: 'sub is a text. (jose: takes an object.)',
    file: token,
    edits: [["typeof sub !== 'string' || ", 'sub === undefined || ']],
    watch: tokens,
  },
  { guard: 'sub is not empty.', file: token, edits: [[" || sub === ''", '']], watch: tokens },
  {
    guard: 'A token is from the issuer, and says so.',
    file: token,
    edits: [['      issuer,\n      audience,\n', '      audience,\n']],
    watch: tokens,
  },
  {
    guard: 'A token is for us, and says so.',
    file: token,
    edits: [['      issuer,\n      audience,\n', '      issuer,\n']],
    watch: tokens,
  },
  {
    guard: 'A token is an access token, no ID token. (jose: takes any typ.)',
    file: token,
    edits: [["...(tokenType === 'at+jwt' && { typ: tokenType }),", '']],
    watch: tokens,
  },
  {
    guard: 'A token was not issued in the future. (jose: takes any iat.)',
    file: token,
    edits: [['if (iat !== undefined && ', 'if (iat === 0 && ']],
    watch: tokens,
  },
  {
    guard: 'A token is signed by an algorithm that was agreed on.',
    file: token,
    edits: [['      algorithms,\n      ...(', '      ...(']],
    watch: tokens,
  },
  {
    guard: 'An expired token is told that it is.',
    file: token,
    edits: [['if (error instanceof errors.JWTExpired) throw new InvalidToken(true, error)', '']],
    watch: tokens,
  },
  {
    guard: 'Only a genuine token is told that it has expired.',
    file: token,
    edits: [
      [
        'if (error instanceof errors.JWTExpired)',
        "if (error instanceof errors.JOSEError && Number(JSON.parse(atob(token.split('.')[1] ?? '') || '{}').exp) * 1000 < Date.now())",
      ],
    ],
    watch: tokens,
    named: 'that has expired',
  },
  {
    guard: 'A caller is issuer and subject: subjects of two issuers are two callers.',
    file: 'server/core/caller.ts',
    edits: [['JSON.stringify([issuer, subject])', 'JSON.stringify([issuer.length > 0, subject])']],
    watch: tokens,
  },
  {
    guard: 'Callers are kept apart whatever their subjects hold. (SQLite: keeps no lone surrogate.)',
    file: 'server/core/caller.ts',
    edits: [['JSON.stringify([issuer, subject])', '`${issuer} ${subject}`']],
    watch: tokens,
  },
  {
    guard: 'A caller is not its token. (jose: a signature has aliases.)',
    file: token,
    edits: [
      [
        'return callerOf(issuer, payload, payload[scopeClaim])',
        'return { ...callerOf(issuer, payload, payload[scopeClaim]), owner: token }',
      ],
    ],
    watch: tokens,
  },
]
