// The field rules of forms are those that the service enforces.
import { expect, it } from 'vitest'
import { fieldErrorIn } from '../../client/index.ts'
import { fieldRules } from '../product/generated/field-rules.ts'
import { createCaller } from '../support/caller.ts'
import { sharedService } from '../support/shared-service.ts'

const me = createCaller(await sharedService())
const long = [...[64, 65].map((length) => 'x'.repeat(length)), ...[200, 201].map((length) => '𝒳'.repeat(length))]
const texts = ['', ' ', 'Desk', '\t', 'a\nb', '\u00a0', '\u2028', ...long]

it.each(texts)('the field rules and the service agree about %j', async (text) => {
  for (const [field, body] of [
    ['name', { name: text }],
    ['tag', { name: 'Desk', tag: text }],
  ] as const) {
    const error = fieldErrorIn(fieldRules['/lamps'][field], text)
    const response = await me.send('POST', '/lamps', { body })
    const detail = response.status === 201 ? undefined : Object(response.body).errors[0].detail
    expect([field, response.status, detail]).toEqual([field, error ? 400 : 201, error])
  }
})

it.each([
  [{ minLength: 3 }, 'ab', 'must have at least 3 characters'],
  [{ minLength: 0, maxLength: 1 }, 'ab', 'must have at most 1 characters'],
  [{ minLength: 0, pattern: /^a/ }, 'b', 'does not match the documented format'],
  [{ minLength: 0, pattern: /^a/, patternMessage: 'must begin with a' }, 'b', 'must begin with a'],
  [{ minLength: 0 }, '\ud800', 'must not have an unpaired surrogate'],
])('the rule %j for %j says: %s', (rule, text, error) => {
  expect(fieldErrorIn(rule, text)).toBe(error)
})
