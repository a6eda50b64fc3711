import { expect, it } from 'vitest'
import { mismatches } from '../../../../tools/contract-tester/requests/outcome.ts'

const realm = 'Bearer realm="plants"'

it.each([
  ['', realm, []],
  ['', `${realm}, error="invalid_token"`, ['WWW-Authenticate has the error "invalid_token" instead of ""']],
  ['invalid_token', `${realm}, error="invalid_token", error_description="x"`, []],
  ['invalid_token', realm, ['WWW-Authenticate has the error "" instead of "invalid_token"']],
  ['insufficient_scope', undefined, ['WWW-Authenticate has the error "" instead of "insufficient_scope"']],
] as const)(
  'an outcome with the error %j and the challenge %j has the mismatches %j',
  (tokenError, challenge, expected) => {
    const headers: Record<string, string> = challenge ? { 'www-authenticate': challenge } : {}
    expect(mismatches({ status: 401, headers, body: '' }, { order: 0, status: 401, tokenError })).toEqual(expected)
  },
)
