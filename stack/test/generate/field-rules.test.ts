// The rules that a form checks are those that the service enforces.
import { expect, it } from 'vitest'
import { fieldRules } from '../product/generated/field-rules.ts'
import { createCaller } from '../support/caller.ts'
import { sharedService } from '../support/shared-service.ts'

const me = createCaller(await sharedService())
const long = [...[64, 65].map((length) => 'x'.repeat(length)), ...[200, 201].map((length) => '𝒳'.repeat(length))]
const texts = ['', ' ', 'Desk', '\t', 'a\nb', '\u00a0', '\u2028', ...long]

it.each(texts)('agree with the service about %j', async (text) => {
  for (const [field, body] of [
    ['name', { name: text }],
    ['tag', { name: 'Desk', tag: text }],
  ] as const) {
    const { minLength, maxLength, pattern, patternMessage } = fieldRules['/lamps'][field]
    const { length } = [...text]
    const isValid = length >= minLength && length <= maxLength && pattern.test(text)
    const response = await me.send('POST', '/lamps', { body })
    expect([field, response.status]).toEqual([field, isValid ? 201 : 400])
    const onlyPattern = length >= minLength && length <= maxLength && !isValid
    if (onlyPattern) expect(response.body).toMatchObject({ errors: [{ detail: patternMessage }] })
  }
})
