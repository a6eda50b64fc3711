import { expect, it } from 'vitest'
import { mismatches } from '../../../../tools/contract-tester/requests/outcome.ts'

const realm = 'Bearer realm="plants"'

it.each([
  ['', realm, []],
  ['', `${realm}, error="invalid_token"`, ['the error of WWW-Authenticate: expected "", got "invalid_token"']],
  ['invalid_token', `${realm}, error="invalid_token", error_description="x"`, []],
  ['invalid_token', realm, ['the error of WWW-Authenticate: expected "invalid_token", got ""']],
  ['insufficient_scope', undefined, ['the error of WWW-Authenticate: expected "insufficient_scope", got ""']],
] as const)(
  'an outcome with the error %j and the challenge %j has the mismatches %j',
  (tokenError, challenge, expected) => {
    const headers: Record<string, string> = challenge ? { 'www-authenticate': challenge } : {}
    expect(mismatches({ status: 401, headers, body: '' }, { order: 0, status: 401, tokenError })).toEqual(expected)
  },
)
